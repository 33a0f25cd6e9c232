import type { Infer } from '@/contract/api-call'
import type { validateCoupon } from '@/contract/coupons'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { buildCurrencyHint, couponContextOf, evaluateCoupon } from '@/server/checkout/coupons'
import { derivePrices } from '@/server/checkout/derive-state'
import { hasBoughtBefore } from '@/server/checkout/returning-buyers'
import { ApiError } from '@/server/infra/api-error'
import { countCouponAttempt } from '@/server/limits/coupon-guess-limit'

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
  const state = derivePrices({ ...row.state, currency: query.currency }, catalog)
  const { coupon, code } = evaluateCoupon(state, name, { catalog, couponContext })
  return { coupon, error: code, ...buildCurrencyHint({ name, code }, catalog) }
}
