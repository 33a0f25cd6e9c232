import type { StoredState } from '@/domain/checkout/checkout-state'
import { quoteOf } from '@/domain/checkout/quote-of-state'
import { isSame } from '@/domain/checkout/state-change'
import type { Backend } from '@/server/backend'
import type { ChangedState } from '@/server/checkout/apply-change'
import { toWireQuote } from '@/server/checkout/derive-state'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import { checkoutEvents } from '@/server/db/tables/events'

type Entry = Pick<typeof checkoutEvents.$inferInsert, 'kind' | 'detail'>

/**
 * Records what a change did to step, price and coupon; most changes do nothing to them. An entry is lost
 * if the process dies here: the history explains orders, and nothing is computed from it.
 */
export async function recordHistory(
  { db, now }: Pick<Backend, 'db' | 'now'>,
  { id: checkoutId, state: before }: Pick<CheckoutRow, 'id' | 'state'>,
  after: ChangedState,
): Promise<void> {
  const entries = listEntries(before, after)
  if (entries.length === 0) return
  const createdAt = now()
  await db
    .insert(checkoutEvents)
    .values(entries.map(entry => ({ checkoutId, createdAt, ...entry })))
}

function listEntries(before: StoredState, { stored, derived }: ChangedState): Entry[] {
  const isRepriced = !isSame(pricedPartOf(stored), pricedPartOf(before))
  const quote = isRepriced ? quoteOf(derived) : undefined
  return [
    ...(stored.step === before.step
      ? []
      : [{ kind: 'step' as const, detail: { step: stored.step } }]),
    ...(isSame(couponOf(stored), couponOf(before))
      ? []
      : [{ kind: 'coupon' as const, detail: couponOf(stored) }]),
    ...(quote
      ? [
          {
            kind: 'price' as const,
            detail: { plan_id: stored.selectedLicense, ...toWireQuote(quote) },
          },
        ]
      : []),
  ]
}

const couponOf = ({ coupon, coupon_refused: refused, coupons_removed: removed }: StoredState) => ({
  applied: coupon?.name ?? null,
  ...(refused && { refused: `${refused.name}: ${refused.code}` }),
  ...(removed.length > 0 && { removed }),
})

/** The answers that decide the price. */
const pricedPartOf = (state: StoredState) => [
  state.selectedLicense,
  state.currency,
  state.coupon,
  state.urgent.selected,
  state.selectedShippingMethod,
  state.travelItemsInCart,
  state.shipping.country,
  state.shipping.state,
]
