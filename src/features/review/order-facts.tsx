import { useTranslation } from 'next-i18next/pages'
import { usePrices } from '@/client/money'
import { useCheckout } from '@/client/provider'
import { visibleQuote, visibleState } from '@/client/store'
import { documentTypes } from '@/domain/checkout'
import { planById } from '@/domain/plans'
import { Fact, ReviewGroup } from '@/features/review/review-group'

/** Which of the four photos are there. */
export function PhotoFacts() {
  const { t } = useTranslation('review')
  const { images } = useCheckout(visibleState).approval_documents
  const added = documentTypes.filter(type => images.some(image => image.type === type)).length
  const isWhole = added === documentTypes.length
  return (
    <ReviewGroup heading={t('photos.heading')} step="upload-photos" changes={t('photos.changes')}>
      <Fact label={t('photos.label')}>
        {isWhole ? t('photos.added') : t('photos.later', { count: documentTypes.length - added })}
      </Fact>
    </ReviewGroup>
  )
}

/** What is bought. */
export function PlanFacts() {
  const { t } = useTranslation(['review', 'common'])
  const { productList, selectedLicense, currency } = useCheckout(visibleState)
  const quote = useCheckout(visibleQuote)
  const prices = usePrices(currency)
  const plan = planById(productList, selectedLicense)
  if (!plan) return null
  const count = plan.years ?? 0
  return (
    <ReviewGroup heading={t('plan.heading')} step="shipping" changes={t('plan.changes')}>
      <Fact label={t('plan.label')}>{t(`common:plan.name.${plan.category}`, { count })}</Fact>
      <Fact label={t('plan.validity')}>{t('plan.valid', { count })}</Fact>
      <Fact label={t('plan.price')}>
        <bdi>{quote && prices.minor(quote.plan)}</bdi>
      </Fact>
    </ReviewGroup>
  )
}
