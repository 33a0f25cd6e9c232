import { eq, sql } from 'drizzle-orm'
import type { WireCheckout } from '@/contract/checkout'
import { paypalTakes } from '@/domain/catalog/paypal-currencies'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { orderOf, quoteOf } from '@/domain/checkout/quote-of-state'
import { stepById } from '@/domain/checkout/steps'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { PermitTable } from '@/domain/destinations/permit-verdict'
import { planPaidOf } from '@/domain/payments/lifetime-upsell'
import { leastAmount } from '@/domain/pricing/minimum-charge'
import { toMinor } from '@/domain/pricing/money'
import { type Quote, travelLine } from '@/domain/pricing/quote'
import { canOpen } from '@/domain/step-access'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { stored } from '@/server/checkout/checkout-repository'
import { filled, momentOf, present } from '@/server/checkout/derive-state'
import { emailHashOf, hasBoughtOrIsBuying } from '@/server/checkout/returning-buyers'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import type { Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import {
  type AttemptRow,
  attempts,
  type ChargedQuote,
  type OrderRow,
  orders,
  type Provider,
} from '@/server/db/tables/orders'
import { Failure } from '@/server/infra/api-error'
import { todayOf } from '@/server/infra/clock'
import { failpoint } from '@/server/infra/crash-point'
import { newId, newOrderNumber } from '@/server/infra/tokens'
import { holdUse, takeUse } from '@/server/payments/coupon-reservation'
import { takeOff, withoutLostCoupon } from '@/server/payments/drop-lost-coupon'

/** The price a customer saw, in major units. */
interface SeenPrice {
  total: number
  currency?: CurrencyCode | undefined
}

/**
 * Commits an attempt for the price of the checkout as it is stored now, and locks the price to it: a
 * limited coupon's use is held from here on. Refuses while anything is missing, while another attempt holds
 * it, or when the customer saw another price; a coupon that is over has left the checkout then.
 */
export async function startAttempt(
  backend: Backend,
  token: string,
  seen: SeenPrice,
  provider: Provider = 'stripe',
): Promise<AttemptRow> {
  const catalog = await catalogFor(backend, token)
  const { table: permits } = await backend.permits()
  const asked = { token, seen, provider, catalog, permits }
  const outcome = await backend.db.transaction(tx => commit(backend, tx, asked))
  failpoint('attempt_committed')
  if ('attempt' in outcome) return outcome.attempt
  backend.forgetCatalog()
  throw priceChanged(
    present(outcome.found, token, await backend.catalog(), backend.now()),
    seen.total,
  )
}

/** A catalog that is some seconds old may take a coupon for used up whose use was just given back. */
async function catalogFor(backend: Backend, token: string): Promise<Catalog> {
  const { row } = await stored(backend, token)
  const { coupon } = filled(row.state, await backend.catalog(), momentOf(row, backend.now()))
  if (row.state.coupon && !coupon) backend.forgetCatalog()
  return backend.catalog()
}

interface Asked {
  token: string
  seen: SeenPrice
  provider: Provider
  catalog: Catalog
  permits: PermitTable
}

/** The attempt, or the checkout at its new price. */
type Outcome = { attempt: AttemptRow } | { found: StoredCheckout }

async function commit(backend: Backend, tx: Tx, asked: Asked): Promise<Outcome> {
  const { token, seen, provider, catalog, permits } = asked
  const found = await stored(backend, token, tx)
  const { row } = found
  if (row.status !== 'processing') throw new Failure('paid')
  if (row.paying) throw new Failure('payment_in_progress')
  const chosen = row.state.coupon?.name
  const { email } = row.state.customer
  const state = filled(row.state, catalog, {
    ...momentOf(row, backend.now()),
    hasBoughtBefore: await hasBoughtOrIsBuying(tx, {
      catalog,
      names: chosen ? [chosen] : [],
      email,
    }),
  })
  const price = payable(state, todayOf(backend.now()), permits)
  if (isTooSmall(price, provider)) throw new Failure('amount_too_small')
  if (provider === 'paypal' && !paypalTakes(price.currency)) throw new Failure('paypal_currency')
  if (!isSeen(price, seen)) return { found: await withoutLostCoupon(backend, tx, found, state) }
  const use = state.coupon ? await takeUse(tx, state.coupon.id) : 'unlimited'
  if (state.coupon && use === 'none')
    return {
      found: await takeOff(backend, tx, found, { name: state.coupon.name, code: 'used_up' }),
    }
  const charged = chargedFor(state, price)
  const attempt = await addAttempt(backend, tx, row, charged, { ...planOrderOf(row), provider })
  if (state.coupon && use === 'taken') await holdUse(tx, attempt.id, state.coupon.id)
  return { attempt }
}

/** The same number in two currencies is two prices. */
const isSeen = ({ currency, total }: Quote, seen: SeenPrice): boolean =>
  (seen.currency ?? currency) === currency && toMinor(seen.total, currency) === total

/** The price, when everything the order needs is there. */
function payable(state: CheckoutState, today: string, permits: PermitTable): Quote {
  const price = quoteOf(state)
  if (!price || !canOpen(stepById('payment'), state, today, permits))
    throw new Failure('incomplete')
  if (!state.terms.selected) throw new Failure('terms')
  return price
}

/** PayPal takes every amount that is one. */
const isTooSmall = ({ total, currency }: Quote, provider: Provider): boolean =>
  provider === 'stripe' && total > 0 && total < leastAmount(currency)

/** The refusal of a price that is not the one the customer saw; it brings both. */
export const priceChanged = (checkout: WireCheckout, expected: number): Failure =>
  new Failure('quote_changed', { checkout, quote: { expected, total: checkout.state.total } })

function chargedFor(state: CheckoutState, price: Quote): ChargedQuote {
  const order = orderOf(state)
  return {
    ...price,
    travelItems: price.travel > 0 ? (order?.travel.map(travelLine) ?? []) : [],
    planId: state.selectedLicense,
    coupon: state.coupon?.name ?? null,
    partner: state.partner || null,
    ...(order && { planPaid: planPaidOf(order) }),
  }
}

/** Which of a checkout's orders is paid, and by whom: who comes by a partner's token, or has bought before. */
type Kind = Pick<OrderRow, 'kind' | 'emailHash' | 'partnerTokenId'>

const planOrderOf = ({ state }: CheckoutRow): Kind => ({
  kind: 'plan',
  emailHash: emailHashOf(state.customer.email),
  partnerTokenId: state.partnerToken ?? null,
})

/**
 * Commits a try to charge one of a locked checkout's orders, which is made with the first; until the try has
 * come to its end the checkout is held by it.
 */
export async function addAttempt(
  { now }: Backend,
  tx: Tx,
  checkout: Pick<CheckoutRow, 'id'>,
  charged: ChargedQuote,
  { kind, emailHash, partnerTokenId, provider }: Kind & { provider: Provider },
): Promise<AttemptRow> {
  const { currency, total } = charged
  const [order] = await tx
    .insert(orders)
    .values({
      id: newOrderNumber(),
      checkoutId: checkout.id,
      kind,
      status: 'pending',
      currency,
      total,
      emailHash,
      partnerTokenId,
      createdAt: now(),
    })
    .onConflictDoUpdate({
      target: [orders.checkoutId, orders.kind],
      set: { currency, total, emailHash, partnerTokenId },
    })
    .returning()
  if (!order) throw new Error('the order was not stored')
  const id = newId()
  const [attempt] = await tx
    .insert(attempts)
    .values({
      id,
      orderId: order.id,
      checkoutId: checkout.id,
      provider: total === 0 ? 'none' : provider,
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
