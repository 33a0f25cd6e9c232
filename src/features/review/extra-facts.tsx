import { useTranslation } from 'next-i18next/pages'
import { useCheckout, useCheckoutState } from '@/client/checkout/checkout-provider'
import { optimisticState, optimisticTravel } from '@/client/store/checkout-store'
import { usePrices } from '@/client/texts/use-prices'
import { hasParcel } from '@/domain/catalog/plans'
import { orderOf } from '@/domain/checkout/quote-of-state'
import { savingOf } from '@/domain/pricing/quote'
import { Fact, ReviewGroup } from '@/features/review/review-group'
import { Button } from '@/ui/button'
import { VisuallyHidden } from '@/ui/visually-hidden'

/** Travel items of the parcel; a digital permit has none. */
export function ExtraFacts() {
  const { t } = useTranslation(['review', 'common'])
  const { category, travelItemsData, currency } = useCheckoutState(
    'category',
    'travelItemsData',
    'currency',
  )
  const lines = useCheckout(optimisticTravel)
  const prices = usePrices(currency)
  if (!hasParcel(category)) return null
  return (
    <ReviewGroup
      heading={t('extras.heading')}
      step="shipping"
      anchor="extras"
      changeLabel={t('extras.changes')}
    >
      {lines.length === 0 && <Fact label={t('extras.label')}>{t('extras.none')}</Fact>}
      {lines.map(({ item_id, quantity, total }) => (
        <Fact key={item_id} label={travelItemsData.find(item => item.item_id === item_id)?.name}>
          {t('common:summary.quantity', { quantity })} · <bdi>{prices.minor(total)}</bdi>
        </Fact>
      ))}
    </ReviewGroup>
  )
}

/** The applied discount. It is changed in the order summary. */
export function DiscountFacts() {
  const { t } = useTranslation('review')
  const { coupon, currency } = useCheckoutState('coupon', 'currency')
  const prices = usePrices(currency)
  // Includes tax, like every displayed saving of a coupon.
  const saving = useCheckout(clientState => {
    const order = orderOf(optimisticState(clientState))
    return order ? savingOf(order, coupon) : 0
  })
  return (
    <ReviewGroup
      heading={t('discount.heading')}
      side={
        <Button variant="link" wide={false} className="text-base" onClick={openCouponBox}>
          {t('change')}
          <VisuallyHidden>{` ${t('discount.changes')}`}</VisuallyHidden>
        </Button>
      }
    >
      <Fact label={t('discount.label')}>
        {coupon ? <bdi>{coupon.name}</bdi> : t('extras.none')}
      </Fact>
      {saving > 0 && (
        <Fact label={t('discount.saved')}>
          <bdi>{prices.minor(saving)}</bdi>
        </Fact>
      )}
    </ReviewGroup>
  )
}

function openCouponBox(): void {
  const details = document.querySelector<HTMLDetailsElement>('aside details')
  if (!details) return
  details.open = true
  details.querySelector('summary')?.focus()
}
