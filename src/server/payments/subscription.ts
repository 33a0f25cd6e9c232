import { eq, inArray } from 'drizzle-orm'
import type { Infer } from '@/contract/call'
import type { createSetupIntent, createSubscription } from '@/contract/subscriptions'
import { toMajor, toMinor } from '@/domain/pricing/money'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { stored } from '@/server/checkout/checkout-repository'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import { type SubscriptionRow, subscriptions } from '@/server/db/tables/subscriptions'
import { Failure } from '@/server/infra/api-error'
import { faultOf } from '@/server/infra/safe-error-log'
import { newId } from '@/server/infra/tokens'
import { giveBack, type Limit, take } from '@/server/limits/rate-limit'
import { type Renewal, toldOf } from '@/server/payments/read-subscription'
import { stripeCustomerOf } from '@/server/payments/stripe-customer'
import { move, renewalOf } from '@/server/payments/subscription-repository'
import { type RenewalTerms, renewalTerms } from '@/server/payments/subscription-terms'
import { bringAbout } from '@/server/payments/sync-subscription'

/** Card testers try many cards: so many that are not kept, then a rest. */
const cardsOfOrder: Limit = { name: 'renewal-cards', most: 6, windowSeconds: 900 }
const cardsFrom: Limit = { name: 'renewal-cards-from', most: 10, windowSeconds: 3_600 }

type Keep = Pick<Input<undefined, Infer<typeof createSetupIntent.body>>, 'body' | 'address'>

/**
 * Keeps a card for the renewals of a paid plan. The row with the terms the customer saw is committed before the
 * provider is asked; the paid order stays as it is, whatever comes of it.
 */
export async function keepCard(
  backend: Backend,
  { body, address }: Keep,
): Promise<Infer<typeof createSetupIntent.answer>> {
  const found = await stored(backend, body.token)
  const terms = renewalTerms(backend, found, await backend.catalog())
  const known = await renewalOf(backend.db, found.row.id)
  if (!terms || known?.state === 'stopped') throw new Failure('not_offered')
  refuseOtherPrice(terms, body)
  await take(backend, cardsFrom, address)
  await take(backend, cardsOfOrder, found.row.id)
  const renewalId = newId()
  const customer = await customerOf(backend, found, renewalId)
  const row = await wanted(backend, found, { terms, customer, renewalId })
  if (!row) return { status: 'success', client_secret: null }
  const kept = await backend.stripe.renewals.keepCard({
    renewalId: row.id,
    idempotencyKey: row.idempotencyKey,
    customer,
    paymentMethod: body.payment_method,
  })
  if (!('ref' in kept)) return notKept(backend, row, kept)
  await backend.db
    .update(subscriptions)
    .set({ setupIntent: kept.ref })
    .where(eq(subscriptions.idempotencyKey, row.idempotencyKey))
  if (kept.status === 'requires_action')
    return { status: 'requires_action', client_secret: kept.clientSecret }
  await forgive(backend, address, found.row.id)
  return { status: 'success', client_secret: null }
}

/** A card that is kept is none of a card tester's. */
async function forgive(backend: Backend, address: string, checkoutId: string): Promise<void> {
  await giveBack(backend, cardsFrom, address)
  await giveBack(backend, cardsOfOrder, checkoutId)
}

/** The same number in two currencies is two prices. */
function refuseOtherPrice({ price: { currency, total } }: RenewalTerms, seen: Keep['body']): void {
  if (seen.expected_currency === currency && toMinor(seen.expected_total, currency) === total)
    return
  throw new Failure('quote_changed', {
    quote: { expected: seen.expected_total, total: toMajor(total, currency) },
  })
}

/** The provider's customer; who has paid otherwise than by card has none yet. */
async function customerOf(
  backend: Backend,
  { row }: StoredCheckout,
  renewalId: string,
): Promise<string> {
  const known = row.stripeCustomer ?? (await stripeCustomerOf(backend, row, renewalId))
  if (!known) throw new Failure('unavailable', { reason: 'unreachable' })
  return known
}

interface Wish {
  terms: RenewalTerms
  customer: string
  renewalId: string
}

/** The committed wish, under a key of its own; undefined where the renewal runs already. */
async function wanted(
  { db, now }: Backend,
  { row }: StoredCheckout,
  { terms: { orderId, price, years, chargeAt }, customer, renewalId }: Wish,
): Promise<SubscriptionRow | undefined> {
  const said = {
    orderId,
    state: 'wanted' as const,
    currency: price.currency,
    amount: price.total,
    years,
    chargeAt,
    stripeCustomer: customer,
    setupIntent: null,
    paymentMethod: null,
    idempotencyKey: `renewal-${renewalId}`,
    reason: null,
    updatedAt: now(),
  }
  const [wish] = await db
    .insert(subscriptions)
    .values({ ...said, id: renewalId, checkoutId: row.id, createdAt: now() })
    .onConflictDoUpdate({
      target: subscriptions.checkoutId,
      set: said,
      setWhere: inArray(subscriptions.state, ['wanted', 'failed']),
    })
    .returning()
  return wish
}

async function notKept(
  backend: Backend,
  row: SubscriptionRow,
  kept: { status: 'declined' | 'refused' | 'unknown'; reason?: string },
): Promise<never> {
  const reason = kept.reason ?? 'unreachable'
  await move(backend, backend.db, row, 'failed', { reason })
  throw new Failure(kept.status === 'declined' ? 'declined' : 'unavailable', { reason })
}

/**
 * Begins the renewal with the card that was kept. Repeated, it makes no second one; a failure leaves the paid order
 * as it is, and nothing charged (SPEC 8).
 */
export async function begin(
  backend: Backend,
  { body }: Pick<Input<undefined, Infer<typeof createSubscription.body>>, 'body'>,
): Promise<Infer<typeof createSubscription.answer>> {
  const { row: checkout } = await stored(backend, body.token)
  const wish = await renewalOf(backend.db, checkout.id)
  if (!wish) return { status: 'failed', error: 'not_offered' }
  const { state, reason } = await bringAbout(backend, wish.id)
  if (state === 'active' || state === 'past_due') return { status: 'success' }
  if (state === 'creating') return { status: 'checking' }
  const why = { wanted: 'authentication_required', stopped: 'stopped', failed: reason }
  return { status: 'failed', error: why[state] ?? 'unreachable' }
}

/** Stops the renewal of a token's order, and says how it stands then. */
export async function stopOf(
  backend: Backend,
  { body }: Pick<Input<undefined, { token: string }>, 'body'>,
): Promise<Renewal> {
  const found = await stored(backend, body.token)
  const row = await renewalOf(backend.db, found.row.id)
  if (row) await stop(backend, row)
  return toldOf(backend, found)
}

/**
 * Stops a renewal for good: it is over at the provider before it is said to be. Refuses with `unavailable` where
 * the provider does not say so.
 */
export async function stop(backend: Backend, row: SubscriptionRow): Promise<void> {
  const { db, stripe, log } = backend
  if (row.state === 'stopped') return
  const latest = row.state === 'creating' ? await bringAbout(backend, row.id) : row
  if (latest.state === 'creating') throw new Failure('unavailable')
  try {
    if (latest.providerRef) await stripe.renewals.stop(latest.providerRef)
  } catch (error) {
    log.error(faultOf(error), 'a renewal was not stopped')
    throw new Failure('unavailable')
  }
  await move(backend, db, latest, 'stopped')
}
