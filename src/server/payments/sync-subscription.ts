import { and, eq, lt, or } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { checkouts } from '@/server/db/tables/checkouts'
import { orders } from '@/server/db/tables/orders'
import { type SubscriptionRow, subscriptions } from '@/server/db/tables/subscriptions'
import type { Running } from '@/server/gateways/stripe-renewals'
import { faultOf } from '@/server/infra/safe-error-log'
import { move, oweRenewalMails, renewalById } from '@/server/payments/subscription-repository'

/** How long a call that the provider does not know may still be on its way to it. */
const onItsWayMs = 60_000

/**
 * Brings a renewal to where the provider has it: a card that was kept becomes a subscription, and one that was
 * asked for is asked for again with the key it has. Any number of times, by the customer, by events and by the
 * sweeper. Nothing is charged by it.
 */
export async function bringAbout(backend: Backend, id: string): Promise<SubscriptionRow> {
  const row = await renewalById(backend.db, id)
  if (!row) throw new Error('a renewal that does not exist cannot be brought about')
  const begun = row.state === 'wanted' ? await withCard(backend, row) : row
  return begun.state === 'creating' ? start(backend, begun) : begun
}

/** Begins the renewal once its card is kept. */
async function withCard(backend: Backend, row: SubscriptionRow): Promise<SubscriptionRow> {
  const { db, stripe } = backend
  if (!row.setupIntent) return row
  const kept = await stripe.renewals.lookAtCard(row.setupIntent)
  if (kept.status === 'declined') return move(backend, db, row, 'failed', { reason: kept.reason })
  if (kept.status !== 'kept') return row
  if (!(await isPlanStanding(backend, row)))
    return move(backend, db, row, 'failed', { reason: 'not_offered' })
  const { paymentMethod, paidWith } = kept
  return move(backend, db, row, 'creating', { paymentMethod, paidWith })
}

async function isPlanStanding({ db }: Backend, { orderId }: SubscriptionRow): Promise<boolean> {
  const [found] = await db
    .select({ status: orders.status, state: checkouts.state })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .where(eq(orders.id, orderId))
  const isPaid = found?.status === 'paid' || found?.status === 'fulfilled'
  return isPaid && !found.state.isLifetimePaid
}

async function start(backend: Backend, row: SubscriptionRow): Promise<SubscriptionRow> {
  const { stripe, now } = backend
  const { id: renewalId, stripeCustomer: customer, idempotencyKey, ...terms } = row
  const paymentMethod = row.paymentMethod ?? ''
  const asked = { ...terms, renewalId, customer, idempotencyKey, paymentMethod }
  const started = await stripe.renewals.start(asked)
  if (started.status !== 'unknown') return take(backend, row, started)
  const there = await stripe.renewals.find(customer, idempotencyKey)
  const isOnItsWay = now().getTime() - row.updatedAt.getTime() < onItsWayMs
  return there.status === 'none' && isOnItsWay ? row : take(backend, row, there)
}

/** Writes down what the provider said of a renewal that was asked for. */
async function take(
  backend: Backend,
  row: SubscriptionRow,
  running: Running,
): Promise<SubscriptionRow> {
  const { db } = backend
  switch (running.status) {
    case 'unknown':
      return row
    case 'none':
      return move(backend, db, row, 'failed', { reason: 'unreachable' })
    case 'refused':
      return move(backend, db, row, 'failed', { reason: running.reason })
    case 'stopped':
      return move(backend, db, row, 'failed', { reason: 'stopped', providerRef: running.ref })
    default: {
      const { ref: providerRef, chargeAt } = running
      const active = await db.transaction(async tx => {
        const change = { providerRef, reason: null, ...(chargeAt && { chargeAt }) }
        const moved = await move(backend, tx, row, 'active', change)
        if (moved.state === 'active') await oweRenewalMails(backend, tx, moved)
        return moved
      })
      // Meanwhile the customer has stopped it, or it was given up: nobody shall be charged for it.
      if (active.state !== 'active' && active.state !== 'past_due')
        await backend.stripe.renewals.stop(providerRef)
      return active
    }
  }
}

/**
 * Writes down what has become of a renewal at the provider: charged, not charged, or over. Events are hints, and
 * may come late, twice or in any order. Throws where the provider does not say.
 */
export async function recordRenewal(backend: Backend, id: string, ref: string): Promise<void> {
  const { db, stripe, log } = backend
  const running = await stripe.renewals.look(ref)
  if (running.status === 'unknown') throw new Error('the provider did not tell of a renewal')
  if (running.status === 'none' || running.status === 'refused') return
  const row = await renewalById(db, id)
  if (!row) return
  if (row.state === 'creating') return void (await take(backend, row, running))
  const isOurs = row.providerRef === ref && (row.state === 'active' || row.state === 'past_due')
  if (!isOurs && running.status !== 'stopped') {
    await stripe.renewals.stop(ref)
    log.warn({ renewal: id }, 'a renewal that nobody wants any more was stopped')
  }
  if (isOurs) await follow(backend, row, running)
}

type There = Extract<Running, { ref: string }>

async function follow(backend: Backend, row: SubscriptionRow, running: There): Promise<void> {
  const { db, now, log } = backend
  const { paidInvoice, chargeAt } = running
  const isRenewed = paidInvoice !== null && paidInvoice !== row.lastInvoice
  await db.transaction(async tx => {
    const moved = await move(backend, tx, row, running.status)
    const [told] = await tx
      .update(subscriptions)
      .set({
        ...(chargeAt && { chargeAt }),
        ...(isRenewed && { lastInvoice: paidInvoice, renewedAt: now() }),
      })
      .where(eq(subscriptions.id, row.id))
      .returning()
    if (isRenewed && told && moved.state === 'active') await oweRenewalMails(backend, tx, told)
  })
  if (isRenewed) log.info({ order: row.orderId }, 'a plan was renewed: its permit is due again')
}

/** Renewals whose making nobody has heard the end of, are asked about again. */
export async function sweepRenewals(backend: Backend): Promise<void> {
  const { db, now, log } = backend
  const before = new Date(now().getTime() - onItsWayMs)
  const open = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.state, 'creating'), lt(subscriptions.updatedAt, before)))
    .limit(atOnce)
  for (const { id } of open)
    await bringAbout(backend, id).catch(error =>
      log.error({ ...faultOf(error), renewal: id }, 'a renewal was not brought to an end'),
    )
}

const atOnce = 20

/** The renewal an event is about: by the provider's id of it, or by ours. */
export async function renewalNamed(
  { db }: Backend,
  ref: unknown,
  own: unknown,
): Promise<string | undefined> {
  const names = [
    ...(typeof ref === 'string' && ref ? [eq(subscriptions.providerRef, ref)] : []),
    ...(typeof own === 'string' && own ? [eq(subscriptions.id, own)] : []),
  ]
  if (names.length === 0) return undefined
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(or(...names))
  return row?.id
}
