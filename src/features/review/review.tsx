import type { ReactNode } from 'react'
import { useCheckout, useCheckoutState } from '@/client/checkout/checkout-provider'
import { useUnsavedNotice } from '@/client/checkout/use-unsaved-notice'
import { usePrices } from '@/client/format/use-prices'
import { optimisticQuote } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { findPlan, type NamedCategory } from '@/domain/catalog/plans'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import { DeliveryFacts, DiscountFacts, ExtraFacts } from '@/features/review/delivery-facts'
import { ClassFacts, DriverFacts, PhotoFacts, TripFacts } from '@/features/review/driver-facts'
import { Fact, ReviewGroup } from '@/features/review/review-group'
import { UrgentChoice, useContinueToPayment, useUrgentForm } from '@/features/review/urgent-choice'
import { Button } from '@/ui/button'
import { UnsavedAlert } from '@/ui/unsaved-alert'

export const reviewFormId = 'review'

interface ReviewProps {
  methods: ShippingMethod[]
  /** Why a price change is not in the order, while it is not. */
  saveProblemStatus: ReactNode
}

/** Step 4: all answers and the processing time. */
export function Review({ methods, saveProblemStatus }: ReviewProps) {
  const { t } = useTranslation(['review', 'common'])
  const [unsaved, setUnsaved] = useUnsavedNotice(reviewFormId)
  const form = useUrgentForm(reviewFormId, useContinueToPayment(setUnsaved))
  const quote = useCheckout(optimisticQuote)
  const prices = usePrices(quote?.currency ?? 'USD')
  return (
    <form
      id={reviewFormId}
      method="post"
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={form.submit}
    >
      <DriverFacts />
      <ClassFacts />
      <PhotoFacts />
      <PlanFacts />
      <TripFacts />
      <DeliveryFacts methods={methods} />
      <ExtraFacts />
      <DiscountFacts />
      <UrgentChoice
        field={form.register('urgent')}
        value={form.values.urgent}
        saveProblemStatus={saveProblemStatus}
      />
      <p className="px-1 text-ink-2 text-sm">{t('translation')}</p>
      {unsaved && <UnsavedAlert>{t(`common:errors.${unsaved}`)}</UnsavedAlert>}
      <Button type="submit" className="max-lg:hidden">
        {quote ? t('continue', { total: prices.minor(quote.total) }) : t('continueShort')}
      </Button>
    </form>
  )
}

function PlanFacts() {
  const { t } = useTranslation(['review', 'common'])
  const { productList, selectedLicense, currency } = useCheckoutState(
    'productList',
    'selectedLicense',
    'currency',
  )
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
