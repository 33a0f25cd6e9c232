import { useTranslation } from 'next-i18next/pages'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { optimisticQuote, optimisticState } from '@/client/store/checkout-store'
import { usePrices } from '@/client/texts/use-prices'
import { findPlan, type NamedCategory } from '@/domain/catalog/plans'
import { Fact, ReviewGroup } from '@/features/review/review-group'

export function PlanFacts() {
  const { t } = useTranslation(['review', 'common'])
  const { productList, selectedLicense, currency } = useCheckout(optimisticState)
  const quote = useCheckout(optimisticQuote)
  const prices = usePrices(currency)
  const plan = findPlan(productList, selectedLicense)
  if (!plan) return null
  const count = plan.years ?? 0
  return (
    <ReviewGroup heading={t('plan.heading')} step="shipping" changeLabel={t('plan.changes')}>
      <Fact label={t('plan.label')}>
        {t(`common:plan.name.${plan.category as NamedCategory}`, { count })}
      </Fact>
      <Fact label={t('plan.validity')}>
        {t(count > 0 ? 'plan.valid' : 'common:summary.forLife', { count })}
      </Fact>
      <Fact label={t('plan.price')}>
        <bdi>{quote && prices.minor(quote.plan)}</bdi>
      </Fact>
    </ReviewGroup>
  )
}
