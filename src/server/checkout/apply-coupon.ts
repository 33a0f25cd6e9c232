import type { Infer } from '@/contract/call'
import type { validateCoupon } from '@/contract/coupons'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import type { Context } from '@/server/checkout/change-context'
import { stored } from '@/server/checkout/checkout-repository'
import { currenciesOf, filled, judgedCoupon, momentOf } from '@/server/checkout/derive-state'
import { hasBoughtBefore } from '@/server/checkout/returning-buyers'
import { Failure } from '@/server/infra/api-error'
import { countGuess, couponField } from '@/server/limits/coupon-guess-limit'

/**
 * The state with the coupon a change names, in the shop's own terms, or without the one it takes off. A
 * coupon the checkout cannot have is refused with its code: `coupon.expired`.
 */
export function withCoupon(
  state: CheckoutState,
  { coupon: asked, coupon_is_own = true }: Pick<StateChange, 'coupon' | 'coupon_is_own'>,
  { catalog, moment }: Context,
): CheckoutState {
  if (asked === undefined) return state
  const said = { ...state, coupon_is_own, coupon_refused: null }
  const off = state.coupon ?? state.coupon_refused
  if (asked === null) return { ...said, coupon: null, coupons_removed: withName(state, off?.name) }
  const name = asked.name ?? ''
  const { coupon, code } = judgedCoupon(filled(state, catalog, moment), catalog, name, moment)
  if (coupon) return { ...said, coupon, coupons_removed: withoutName(state, coupon.name) }
  throw new Failure('unprocessable', {
    issues: [{ field: couponField, message: `coupon.${code}` }],
  })
}

const withoutName = ({ coupons_removed }: CheckoutState, name: string): string[] =>
  coupons_removed.filter(removed => removed !== name)

const withName = (state: CheckoutState, name: string | undefined): string[] =>
  name === undefined ? state.coupons_removed : [...withoutName(state, name), name]

type Asked = Input<Infer<typeof validateCoupon.query>, Infer<typeof validateCoupon.body>>

/** A coupon's terms in a currency, or why this checkout cannot have it. It is not put on the checkout. */
export async function validate(
  backend: Backend,
  { query, body: { name, token }, address }: Pick<Asked, 'query' | 'body' | 'address'>,
): Promise<Infer<typeof validateCoupon.answer>> {
  const { row } = await stored(backend, token)
  if (row.paying) throw new Failure('payment_in_progress')
  await countGuess(backend, { address, checkout: row.id }, name)
  const catalog = await backend.catalog()
  const { email } = row.state.customer
  const moment = {
    ...momentOf(row, backend.now()),
    hasBoughtBefore: await hasBoughtBefore(backend.db, { catalog, names: [name], email }),
  }
  const state = filled({ ...row.state, currency: query.currency }, catalog, moment)
  const { coupon, code } = judgedCoupon(state, catalog, name, moment)
  return { coupon, error: code, ...currenciesOf({ name, code }, catalog) }
}
