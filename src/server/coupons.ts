import type { Infer } from '@/contract/call'
import type { WireCheckout } from '@/contract/checkout'
import type { validateCoupon } from '@/contract/coupons'
import type { StateChange } from '@/domain/changes'
import type { CheckoutState } from '@/domain/checkout'
import type { Backend } from '@/server/backend'
import { hasBoughtBefore, isForNewCustomers } from '@/server/buyers'
import type { Context } from '@/server/changed'
import { edit, stored } from '@/server/checkouts'
import { Failure } from '@/server/failures'
import { countGuess } from '@/server/guesses'
import { filled, judgedCoupon, momentOf } from '@/server/present'
import type { Input } from '@/server/serve'

/**
 * The state with the coupon a change names, in the shop's own terms. A coupon the checkout cannot have is
 * refused with its code: `coupon.expired`. One that is taken off may leave the reason behind.
 */
export function withCoupon(
  state: CheckoutState,
  { coupon: asked, coupon_refused: reason = null }: StateChange,
  { catalog, moment }: Context,
): CheckoutState {
  if (asked === undefined) return state
  if (asked === null)
    return { ...state, coupon: null, coupon_refused: reason as CheckoutState['coupon_refused'] }
  const name = asked.name ?? ''
  const { coupon, code } = judgedCoupon(filled(state, catalog, moment), catalog, name, moment)
  if (coupon) return { ...state, coupon, coupon_refused: null }
  throw new Failure('unprocessable', {
    issues: [{ field: 'state.coupon', message: `coupon.${code}` }],
  })
}

type Asked = Input<Infer<typeof validateCoupon.query>, Infer<typeof validateCoupon.body>>

/** A coupon's terms in a currency, or why this checkout cannot have it. It is not put on the checkout. */
export async function validate(
  backend: Backend,
  { query, body: { name, token }, address }: Pick<Asked, 'query' | 'body' | 'address'>,
): Promise<Infer<typeof validateCoupon.answer>> {
  const { row } = await stored(backend, token)
  await countGuess(backend, { address, checkout: row.id }, name)
  const catalog = await backend.catalog()
  const { email } = row.state.customer
  const moment = {
    ...momentOf(row, backend.now()),
    hasBoughtBefore: await hasBoughtBefore(backend.db, catalog, [name], email),
  }
  const state = filled({ ...row.state, currency: query.currency }, catalog, moment)
  const { coupon, code } = judgedCoupon(state, catalog, name, moment)
  return { coupon, error: code }
}

/** Takes a coupon for new customers off a checkout whose driver turns out to have bought before. */
export async function withoutNewcomersCoupon(
  backend: Backend,
  checkout: WireCheckout,
): Promise<WireCheckout> {
  const { token, state } = checkout
  const catalog = await backend.catalog()
  const names = [...(state.coupon ? [state.coupon] : []), ...state.coupons_found].map(
    ({ name }) => name,
  )
  if (!(await hasBoughtBefore(backend.db, catalog, names, state.customer.email))) return checkout
  const isTheirs = ({ name }: { name: string }) => isForNewCustomers(catalog, name)
  const code = 'new_customers' as const
  try {
    return await edit(backend, token, ({ coupon, coupons_found }) => ({
      coupons_found: coupons_found.map(found => (isTheirs(found) ? { ...found, code } : found)),
      ...(coupon &&
        isTheirs(coupon) && { coupon: null, coupon_refused: { name: coupon.name, code } }),
    }))
  } catch (error) {
    // A payment under way keeps its price; the driver is stored all the same.
    if (error instanceof Failure) return checkout
    throw error
  }
}
