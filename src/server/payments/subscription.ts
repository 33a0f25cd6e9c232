import { eq, inArray } from 'drizzle-orm'
import type { Infer } from '@/contract/api-call'
import type { createSetupIntent, createSubscription } from '@/contract/subscriptions'
import { toMajor } from '@/domain/pricing/money'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import { type SubscriptionRow, subscriptions } from '@/server/db/tables/subscriptions'
import { ApiError } from '@/server/infra/api-error'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { generateId } from '@/server/infra/tokens'
import { consumeLimit, type RateLimit, releaseHit } from '@/server/limits/rate-limit'
import { syncStripeCustomer } from '@/server/payments/charge'
import {
  buildRenewalTerms,
  type Renewal,
  type RenewalTerms,
  resolveRenewal,
} from '@/server/payments/read-subscription'
import { isExpectedPrice } from '@/server/payments/start-attempt'
import {
  findRenewalByCheckout,
  releaseRenewalHits,
  transitionRenewal,
} from '@/server/payments/subscription-repository'
import { syncRenewal } from '@/server/payments/sync-subscription'

/**
 * Against card testing: tries per order and per address. A saved card is taken off the count. A
 * bank's question that is never answered is not: nothing cancels it, so the card can still be tried.
 */
const orderCardLimit: RateLimit = { name: 'renewal-cards', maxHits: 6, windowSeconds: 900 }
const addressCardLimit: RateLimit = {
  name: 'renewal-cards-from',
  maxHits: 10,
  windowSeconds: 3_600,
}

type SaveCardInput = Pick<
  Input<undefined, Infer<typeof createSetupIntent.body>>,
  'body' | 'address'
>

/**
 * Saves a card for the renewals of a paid plan. The row with the shown terms is committed before
 * the provider is called; the paid order does not change. Throws `not_offered`, `quote_changed`,
 * `rate_limited`, `declined` or `unavailable`.
 */
export async function saveRenewalCard(
  backend: Backend,
  { body, address }: SaveCardInput,
): Promise<Infer<typeof createSetupIntent.response>> {
  const storedCheckout = await loadCheckout(backend, body.token)
  const terms = buildRenewalTerms(backend, storedCheckout, await backend.catalog())
  const existingRenewal = await findRenewalByCheckout(backend.db, storedCheckout.row.id)
  if (!terms || existingRenewal?.state === 'stopped') throw new ApiError('not_offered')
  assertExpectedPrice(terms, body)
  const renewalId = generateId()
  const customer = await resolveCustomer(backend, storedCheckout, renewalId)
  const request = { terms, customer, renewalId, address }
  const row = await upsertRenewal(backend, storedCheckout, request)
  if (!row) return { status: 'success', client_secret: null }
  const setupOutcome = await backend.stripe.renewals.saveCard({
    renewalId: row.id,
    idempotencyKey: row.idempotencyKey,
    customer,
    paymentMethod: body.payment_method,
  })
  if (!('ref' in setupOutcome)) return failCardSetup(backend, row, setupOutcome)
  await backend.db
    .update(subscriptions)
    .set({ setupIntent: setupOutcome.ref })
    .where(eq(subscriptions.idempotencyKey, row.idempotencyKey))
  if (setupOutcome.status === 'requires_action')
    return { status: 'requires_action', client_secret: setupOutcome.clientSecret }
  await releaseRenewalHits(backend, row)
  return { status: 'success', client_secret: null }
}

function assertExpectedPrice(
  { price }: RenewalTerms,
  { expected_total: total, expected_currency: currency }: SaveCardInput['body'],
): void {
  if (isExpectedPrice(price, { total, currency })) return
  throw new ApiError('quote_changed', {
    quote: { expected: total, total: toMajor(price.total, price.currency) },
  })
}

/** The Stripe customer; created here if the order was not paid by card. Throws `unavailable`. */
async function resolveCustomer(
  backend: Backend,
  { row }: StoredCheckout,
  renewalId: string,
): Promise<string> {
  const customerId = row.stripeCustomer ?? (await syncStripeCustomer(backend, row, renewalId))
  if (!customerId) throw new ApiError('unavailable', { reason: 'unreachable' })
  return customerId
}

interface RenewalRequest {
  terms: RenewalTerms
  customer: string
  renewalId: string
  address: string
}

/**
 * Counts the card and commits the requested terms under a new key; undefined, and nothing counted,
 * unless still `wanted` or `failed`. Throws `rate_limited`.
 */
const upsertRenewal = (
  { db, now }: Backend,
  { row }: StoredCheckout,
  { terms: { orderId, price, years, chargeAt }, customer, renewalId, address }: RenewalRequest,
): Promise<SubscriptionRow | undefined> =>
  db.transaction(async tx => {
    const counters = { db: tx, now }
    const limitHits = [
      await consumeLimit(counters, addressCardLimit, address),
      await consumeLimit(counters, orderCardLimit, row.id),
    ]
    const values = {
      orderId,
      state: 'wanted' as const,
      currency: price.currency,
      amount: price.total,
      years,
      chargeAt,
      limitHits,
      stripeCustomer: customer,
      setupIntent: null,
      paymentMethod: null,
      idempotencyKey: `renewal-${renewalId}`,
      reason: null,
      updatedAt: now(),
    }
    const [renewal] = await tx
      .insert(subscriptions)
      .values({ ...values, id: renewalId, checkoutId: row.id, createdAt: now() })
      .onConflictDoUpdate({
        target: subscriptions.checkoutId,
        set: values,
        setWhere: inArray(subscriptions.state, ['wanted', 'failed']),
      })
      .returning()
    if (!renewal) for (const hit of limitHits) await releaseHit(counters, hit)
    return renewal
  })

async function failCardSetup(
  backend: Backend,
  row: SubscriptionRow,
  setupOutcome: { status: 'declined' | 'refused' | 'unknown'; reason?: string },
): Promise<never> {
  const reason = setupOutcome.reason ?? 'unreachable'
  if (setupOutcome.status === 'refused') await releaseRenewalHits(backend, row)
  // A decline counts until its window ends.
  const counted = setupOutcome.status === 'declined' && { limitHits: [] }
  await transitionRenewal(backend, backend.db, row, 'failed', { reason, ...counted })
  throw new ApiError(setupOutcome.status === 'declined' ? 'declined' : 'unavailable', { reason })
}

/**
 * Starts the renewal with the saved card. Idempotent. A failure leaves the paid order as it is and
 * charges nothing.
 */
export async function startRenewal(
  backend: Backend,
  { body }: Pick<Input<undefined, Infer<typeof createSubscription.body>>, 'body'>,
): Promise<Infer<typeof createSubscription.response>> {
  const { row: checkout } = await loadCheckout(backend, body.token)
  const renewal = await findRenewalByCheckout(backend.db, checkout.id)
  if (!renewal) return { status: 'failed', error: 'not_offered' }
  const { state, reason } = await syncRenewal(backend, renewal.id)
  if (state === 'active' || state === 'past_due') return { status: 'success' }
  if (state === 'creating') return { status: 'checking' }
  const errorByState = { wanted: 'authentication_required', stopped: 'stopped', failed: reason }
  return { status: 'failed', error: errorByState[state] ?? 'unreachable' }
}

/** Stops the renewal of a token's order and returns its new status. */
export async function stopRenewalByToken(
  backend: Backend,
  { body }: Pick<Input<undefined, { token: string }>, 'body'>,
): Promise<Renewal> {
  const storedCheckout = await loadCheckout(backend, body.token)
  const row = await findRenewalByCheckout(backend.db, storedCheckout.row.id)
  if (row) await stopRenewal(backend, row)
  return resolveRenewal(backend, storedCheckout)
}

/**
 * Stops a renewal for good, first at the provider, then in the database. Throws `unavailable` when
 * the provider does not confirm.
 */
export async function stopRenewal(backend: Backend, row: SubscriptionRow): Promise<void> {
  const { db, stripe, log } = backend
  if (row.state === 'stopped') return
  const latest = row.state === 'creating' ? await syncRenewal(backend, row.id) : row
  if (latest.state === 'creating') throw new ApiError('unavailable')
  try {
    if (latest.providerRef) await stripe.renewals.stop(latest.providerRef)
  } catch (error) {
    log.error(
      { event: 'renewal.cancel_failed', ...toSafeLog(error) },
      'an auto-renewal could not be cancelled',
    )
    throw new ApiError('unavailable')
  }
  await transitionRenewal(backend, db, latest, 'stopped')
}
