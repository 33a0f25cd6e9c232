import { and, eq, lt, or } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { checkouts } from '@/server/db/tables/checkouts'
import { orders } from '@/server/db/tables/orders'
import { type SubscriptionRow, subscriptions } from '@/server/db/tables/subscriptions'
import type { RenewalOutcome } from '@/server/gateways/stripe-renewals'
import { toSafeLog } from '@/server/infra/safe-error-log'
import {
  enqueueRenewalMails,
  findRenewalById,
  releaseRenewalHits,
  transitionRenewal,
} from '@/server/payments/subscription-repository'

/** A younger call that the provider does not know may still be on its way to it. */
const inFlightMs = 60_000

/**
 * Brings a renewal in line with the provider: a saved card starts the subscription, and a requested
 * subscription is requested again with its stored key. The browser, events and the sweeper call
 * this any number of times. Nothing is charged.
 */
export async function syncRenewal(backend: Backend, id: string): Promise<SubscriptionRow> {
  const row = await findRenewalById(backend.db, id)
  if (!row) throw new Error('a renewal that does not exist cannot be brought about')
  const renewal = row.state === 'wanted' ? await applySavedCard(backend, row) : row
  return renewal.state === 'creating' ? startSubscription(backend, renewal) : renewal
}

/** Moves the renewal to `creating` once its card is saved. */
async function applySavedCard(backend: Backend, row: SubscriptionRow): Promise<SubscriptionRow> {
  const { db, stripe } = backend
  if (!row.setupIntent) return row
  const setupOutcome = await stripe.renewals.retrieveCard(row.setupIntent)
  if (setupOutcome.status === 'declined')
    return transitionRenewal(backend, db, row, 'failed', {
      reason: setupOutcome.reason,
      limitHits: [],
    })
  if (setupOutcome.status !== 'saved') return row
  await releaseRenewalHits(backend, row)
  if (!(await isPlanActive(backend, row)))
    return transitionRenewal(backend, db, row, 'failed', { reason: 'not_offered' })
  const { paymentMethod, paidWith } = setupOutcome
  return transitionRenewal(backend, db, row, 'creating', { paymentMethod, paidWith })
}

async function isPlanActive({ db }: Backend, { orderId }: SubscriptionRow): Promise<boolean> {
  const [orderRecord] = await db
    .select({ status: orders.status, state: checkouts.state })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .where(eq(orders.id, orderId))
  const isPaid = orderRecord?.status === 'paid' || orderRecord?.status === 'fulfilled'
  return isPaid && !orderRecord.state.isLifetimePaid
}

async function startSubscription(backend: Backend, row: SubscriptionRow): Promise<SubscriptionRow> {
  const { stripe, now } = backend
  const { id: renewalId, stripeCustomer: customer, idempotencyKey, ...terms } = row
  const paymentMethod = row.paymentMethod ?? ''
  const startRequest = { ...terms, renewalId, customer, idempotencyKey, paymentMethod }
  const startOutcome = await stripe.renewals.start(startRequest)
  if (startOutcome.status !== 'unknown') return applySubscription(backend, row, startOutcome)
  const existing = await stripe.renewals.find(customer, idempotencyKey)
  const isInFlight = now().getTime() - row.updatedAt.getTime() < inFlightMs
  return existing.status === 'none' && isInFlight ? row : applySubscription(backend, row, existing)
}

/** Stores the provider's outcome of a requested renewal. */
async function applySubscription(
  backend: Backend,
  row: SubscriptionRow,
  subscription: RenewalOutcome,
): Promise<SubscriptionRow> {
  const { db } = backend
  switch (subscription.status) {
    case 'unknown':
      return row
    case 'none':
      return transitionRenewal(backend, db, row, 'failed', { reason: 'unreachable' })
    case 'refused':
      return transitionRenewal(backend, db, row, 'failed', { reason: subscription.reason })
    case 'stopped':
      return transitionRenewal(backend, db, row, 'failed', {
        reason: 'stopped',
        providerRef: subscription.ref,
      })
    default: {
      const { ref: providerRef, chargeAt } = subscription
      const activeRow = await db.transaction(async tx => {
        const changes = { providerRef, reason: null, ...(chargeAt && { chargeAt }) }
        const transitioned = await transitionRenewal(backend, tx, row, 'active', changes)
        if (transitioned.state === 'active') await enqueueRenewalMails(backend, tx, transitioned)
        return transitioned
      })
      // The customer stopped it meanwhile, or it failed: it must not be charged.
      if (activeRow.state !== 'active' && activeRow.state !== 'past_due')
        await backend.stripe.renewals.stop(providerRef)
      return activeRow
    }
  }
}

/**
 * Stores a renewal's state at the provider: charged, not charged, or stopped. Events are hints and
 * may arrive late, twice or in any order. Throws when the provider does not answer.
 */
export async function recordRenewal(backend: Backend, id: string, ref: string): Promise<void> {
  const { db, stripe, log } = backend
  const subscription = await stripe.renewals.retrieve(ref)
  if (subscription.status === 'unknown') throw new Error('the provider did not tell of a renewal')
  if (subscription.status === 'none' || subscription.status === 'refused') return
  const row = await findRenewalById(db, id)
  if (!row) return
  if (row.state === 'creating') return void (await applySubscription(backend, row, subscription))
  const isOurs = row.providerRef === ref && (row.state === 'active' || row.state === 'past_due')
  if (!isOurs && subscription.status !== 'stopped') {
    await stripe.renewals.stop(ref)
    log.warn(
      { event: 'renewal.orphan_cancelled', renewal: id },
      'an auto-renewal that is no longer wanted was cancelled',
    )
  }
  if (isOurs) await updateFromProvider(backend, row, subscription)
}

type KnownSubscription = Extract<RenewalOutcome, { ref: string }>

async function updateFromProvider(
  backend: Backend,
  row: SubscriptionRow,
  subscription: KnownSubscription,
): Promise<void> {
  const { db, now, log } = backend
  const { paidInvoice, chargeAt } = subscription
  const isRenewed = paidInvoice !== null && paidInvoice !== row.lastInvoice
  await db.transaction(async tx => {
    const transitioned = await transitionRenewal(backend, tx, row, subscription.status)
    const [updatedRow] = await tx
      .update(subscriptions)
      .set({
        ...(chargeAt && { chargeAt }),
        ...(isRenewed && { lastInvoice: paidInvoice, renewedAt: now() }),
      })
      .where(eq(subscriptions.id, row.id))
      .returning()
    if (isRenewed && updatedRow && transitioned.state === 'active')
      await enqueueRenewalMails(backend, tx, updatedRow)
  })
  if (isRenewed)
    log.info(
      { event: 'renewal.paid', order: row.orderId },
      'a plan was renewed: its permit is due again',
    )
}

/** Syncs renewals that have been `creating` for a minute without an answer. */
export async function sweepRenewals(backend: Backend): Promise<void> {
  const { db, now, log } = backend
  const before = new Date(now().getTime() - inFlightMs)
  const openRenewals = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.state, 'creating'), lt(subscriptions.updatedAt, before)))
    .limit(batchSize)
  for (const { id } of openRenewals)
    await syncRenewal(backend, id).catch(error =>
      log.error(
        { event: 'renewal.sync_failed', ...toSafeLog(error), renewal: id },
        'an auto-renewal could not be synchronised',
      ),
    )
}

const batchSize = 20

/** The id of an event's renewal, by the provider's id or by ours. */
export async function findRenewalId(
  { db }: Backend,
  ref: unknown,
  ownId: unknown,
): Promise<string | undefined> {
  const conditions = [
    ...(typeof ref === 'string' && ref ? [eq(subscriptions.providerRef, ref)] : []),
    ...(typeof ownId === 'string' && ownId ? [eq(subscriptions.id, ownId)] : []),
  ]
  if (conditions.length === 0) return undefined
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(or(...conditions))
  return row?.id
}
