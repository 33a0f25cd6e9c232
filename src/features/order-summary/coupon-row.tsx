import { useCheckout, useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import { useLostCoupon } from '@/client/payments/use-lost-coupon'
import { hasParcel } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { type Coupon, findCouponMismatch } from '@/domain/pricing/coupon'
import { focusHeading, type RemovableRowProps } from '@/features/order-summary/summary-announcer'
import { useSummary } from '@/features/order-summary/use-summary'
import { Button } from '@/ui/button'
import { Price } from '@/ui/price'
import { SummaryRow } from '@/ui/summary-list'

/** The coupon that applies, one that does not and why, or one that was just removed. */
export function CouponRow({ onRemove }: RemovableRowProps) {
  const { t, state, quote, prices } = useSummary(
    'coupon',
    'coupon_refused',
    'selectedLicense',
    'category',
    'travelItemsInCart',
  )
  const store = useCheckoutStore()
  const sync = useSync()
  const check = useCheckout(({ coupon }) => coupon)
  const lostCouponText = useLostCoupon()
  const { coupon, coupon_refused: refusedCoupon, currency } = state
  const isRemoved = check.state === 'removed' && check.currency === currency
  const removedCoupon = !coupon && !refusedCoupon && isRemoved ? check.coupon : null
  const name = (coupon ?? refusedCoupon ?? removedCoupon)?.name
  if (!name) return null
  const label = t('coupon.name', { name })
  // A coupon that does not fit the plan takes nothing off; the server refuses it next.
  const misfit = coupon && findMisfit(state, coupon)
  const isFree = coupon?.free_shipping && !misfit

  const handleClick = ({ currentTarget }: { currentTarget: Element }) => {
    // The button stays mounted when it can restore the coupon.
    if (!coupon && !removedCoupon) focusHeading(currentTarget)
    if (!removedCoupon) onRemove(t('summary.gone', { what: label }))
    sync.change({ coupon: removedCoupon, coupon_refused: null })
    store.setState({
      coupon: coupon ? { state: 'removed', coupon, currency } : { state: 'none' },
    })
  }

  return (
    <SummaryRow
      label={label}
      sub={
        <>
          {/* A live region must be in the page before its text. */}
          <span role="status">{lostCouponText}</span>{' '}
          {misfit && t(`coupon.message.${misfit}`, { currency })}
          {removedCoupon && t('coupon.removed')}
          {isFree && t('coupon.free')}
        </>
      }
      amount={quote.discount > 0 && <Price amount={prices.minor(-quote.discount)} />}
      action={
        <Button
          variant="link"
          wide={false}
          aria-label={removedCoupon ? undefined : t('summary.removeLabel', { name })}
          onClick={handleClick}
        >
          {t(removedCoupon ? 'coupon.putBack' : 'urgent.remove')}
        </Button>
      }
    />
  )
}

function findMisfit(
  {
    selectedLicense,
    category,
    travelItemsInCart,
  }: Pick<CheckoutState, 'selectedLicense' | 'category' | 'travelItemsInCart'>,
  coupon: Coupon,
) {
  return findCouponMismatch(coupon, {
    plan: { id: selectedLicense, isPhysical: hasParcel(category) },
    travel: travelItemsInCart.map(({ item_id }) => item_id),
  })
}
