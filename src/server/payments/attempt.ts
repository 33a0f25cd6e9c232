import { eq, sql } from 'drizzle-orm'
import type { CheckoutState } from '@/domain/checkout'
import { toMajor, toMinor } from '@/domain/pricing/money'
import { quoteOf } from '@/domain/pricing/order'
import type { Quote } from '@/domain/pricing/quote'
import { canOpen, stepById } from '@/domain/steps'
import type { Backend } from '@/server/backend'
import { stored, todayOf } from '@/server/checkouts'
import type { Tx } from '@/server/db/open'
import {
  type AttemptRow,
  attempts,
  type ChargedQuote,
  type CheckoutRow,
  checkouts,
  orders,
} from '@/server/db/schema'
import { Failure } from '@/server/failures'
import { leastAmount } from '@/server/payments/least-amount'
import { filled, present } from '@/server/present'
import { newId, newOrderNumber } from '@/server/tokens'

/**
 * Commits an attempt for the price of the checkout as it is stored now, and locks the price to it.
 * Refuses while anything is missing, while another attempt holds it, or when the customer saw another price.
 */
export async function startAttempt(
  backend: Backend,
  token: string,
  expectedTotal: number,
): Promise<AttemptRow> {
  const catalog = await backend.catalog()
  return backend.db.transaction(async tx => {
    const found = await stored(backend, token, tx)
    const { row } = found
    if (row.status !== 'processing') throw new Failure('paid')
    if (row.paying) throw new Failure('payment_in_progress')
    const state = filled(row.state, catalog)
    const price = payable(state, todayOf(backend.now()))
    if (toMinor(expectedTotal, price.currency) !== price.total)
      throw priceChanged(present(found, token, catalog), price, expectedTotal)
    return insert(backend, tx, row, chargedFor(state, price))
  })
}

/** The price, when everything the order needs is there. */
function payable(state: CheckoutState, today: string): Quote {
  const price = quoteOf(state)
  if (!price || !canOpen(stepById('payment'), state, today)) throw new Failure('incomplete')
  if (!state.terms.selected) throw new Failure('terms')
  if (price.total > 0 && price.total < leastAmount(price.currency))
    throw new Failure('amount_too_small')
  return price
}

const priceChanged = (checkout: unknown, price: Quote, expectedTotal: number): Failure =>
  new Failure('quote_changed', {
    checkout,
    quote: { expected: expectedTotal, total: toMajor(price.total, price.currency) },
  })

const chargedFor = (state: CheckoutState, price: Quote): ChargedQuote => ({
  ...price,
  planId: state.selectedLicense,
  coupon: state.coupon?.name ?? null,
})

async function insert(
  { now }: Backend,
  tx: Tx,
  checkout: CheckoutRow,
  charged: ChargedQuote,
): Promise<AttemptRow> {
  const { currency, total } = charged
  const [order] = await tx
    .insert(orders)
    .values({
      id: newOrderNumber(),
      checkoutId: checkout.id,
      kind: 'plan',
      status: 'pending',
      currency,
      total,
      createdAt: now(),
    })
    .onConflictDoUpdate({ target: [orders.checkoutId, orders.kind], set: { currency, total } })
    .returning()
  if (!order) throw new Error('the order was not stored')
  const id = newId()
  const [attempt] = await tx
    .insert(attempts)
    .values({
      id,
      orderId: order.id,
      checkoutId: checkout.id,
      provider: total === 0 ? 'none' : 'stripe',
      idempotencyKey: `attempt-${id}`,
      state: 'created',
      currency,
      amount: total,
      charged,
      createdAt: now(),
      checkedAt: now(),
    })
    .returning()
  if (!attempt) throw new Error('the attempt was not stored')
  await tx
    .update(checkouts)
    .set({ paying: id, version: sql`${checkouts.version} + 1` })
    .where(eq(checkouts.id, checkout.id))
  return attempt
}
