import type { Infer } from '@/contract/api-call'
import type { validateCoupon } from '@/contract/coupons'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import type { ChangeContext } from '@/server/checkout/change-context'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import {
  buildCurrencyHint,
  couponContextOf,
  deriveState,
  evaluateCoupon,
} from '@/server/checkout/derive-state'
import { hasBoughtBefore } from '@/server/checkout/returning-buyers'
import { ApiError } from '@/server/infra/api-error'
import { countCouponAttempt, couponField } from '@/server/limits/coupon-guess-limit'

/**
 * The state with the coupon of the change, in the catalog's terms, or without the removed coupon.
 * Throws `unprocessable` with the reason for a coupon that cannot be used: `coupon.expired`.
 */
export function applyCoupon(
  state: CheckoutState,
  { coupon: requestedCoupon, coupon_is_own = true }: Pick<StateChange, 'coupon' | 'coupon_is_own'>,
  { catalog, couponContext }: ChangeContext,
): CheckoutState {
  if (requestedCoupon === undefined) return state
  const baseState = { ...state, coupon_is_own, coupon_refused: null }
  const removedCoupon = state.coupon ?? state.coupon_refused
  if (requestedCoupon === null)
    return { ...baseState, coupon: null, coupons_removed: appendName(state, removedCoupon?.name) }
  const name = requestedCoupon.name ?? ''
  const { coupon, code } = evaluateCoupon(
    deriveState(state, catalog, couponContext),
    catalog,
    name,
    couponContext,
  )
  if (coupon) return { ...baseState, coupon, coupons_removed: removeName(state, coupon.name) }
  throw new ApiError('unprocessable', {
    issues: [{ field: couponField, message: `coupon.${code}` }],
  })
}

const removeName = ({ coupons_removed }: CheckoutState, name: string): string[] =>
  coupons_removed.filter(removedName => removedName !== name)

const appendName = (state: CheckoutState, name: string | undefined): string[] =>
  name === undefined ? state.coupons_removed : [...removeName(state, name), name]

type ValidateCouponInput = Input<
  Infer<typeof validateCoupon.query>,
  Infer<typeof validateCoupon.body>
>

/**
 * A coupon's terms in a currency, or the reason why this checkout cannot use it. The checkout is
 * not changed. Throws `payment_in_progress` during a payment, `rate_limited` after too many
 * attempts.
 */
export async function validateCouponCode(
  backend: Backend,
  {
    query,
    body: { name, token },
    address,
  }: Pick<ValidateCouponInput, 'query' | 'body' | 'address'>,
): Promise<Infer<typeof validateCoupon.response>> {
  const { row } = await loadCheckout(backend, token)
  if (row.activeAttemptId) throw new ApiError('payment_in_progress')
  await countCouponAttempt(backend, { address, checkoutId: row.id }, name)
  const catalog = await backend.catalog()
  const { email } = row.state.customer
  const couponContext = {
    ...couponContextOf(row, backend.now()),
    hasBoughtBefore: await hasBoughtBefore(backend.db, { catalog, names: [name], email }),
  }
  const state = deriveState({ ...row.state, currency: query.currency }, catalog, couponContext)
  const { coupon, code } = evaluateCoupon(state, catalog, name, couponContext)
  return { coupon, error: code, ...buildCurrencyHint({ name, code }, catalog) }
}
