import { and, eq, gte, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { checkouts } from '@/server/db/tables/checkouts'
import { type AttemptRow, attempts, orders } from '@/server/db/tables/orders'
import type { Truth } from '@/server/gateways/charge-outcome'
import type { Approved } from '@/server/gateways/paypal'
import type { Payment } from '@/server/gateways/stripe-refunds'
import { surplus } from '@/server/payments/refund-unmatched-payment'
import { recordAftermath } from '@/server/payments/refunds-and-disputes'
import { settle } from '@/server/payments/settle'

/** Where our books and the provider's say two things. Amount in minor units. */
export interface Finding {
  what: 'money_without_order' | 'order_without_money' | 'open_too_long'
  /** The provider's id of the payment; null where it was never learnt. */
  ref: string | null
  order: string | null
  amount: number
  currency: string
  /** Whether settling has brought it in line; an operator has to look at the others. */
  isMended: boolean
}

/** The sweeper asks every half minute: what is open for longer than this is stuck. */
const tooLongMs = 3_600_000

/**
 * Compares our books with the provider's since a moment, and mends what settling can mend: payments without an
 * order, orders without a payment, attempts without an end. Throws where the provider cannot be asked.
 */
export async function reconcile(backend: Backend, since: Date): Promise<Finding[]> {
  const open = await openTooLong(backend)
  const known = new Set<string>()
  const strays: Finding[] = []
  for await (const payment of backend.stripe.payments(since)) {
    known.add(payment.ref)
    const found = await unexpected(backend, payment)
    if (found) strays.push(found)
  }
  const lost = await takenByPaypal(backend, since)
  return [...open, ...strays, ...lost, ...(await unpaid(backend, since, known))]
}

async function openTooLong(backend: Backend): Promise<Finding[]> {
  const before = new Date(backend.now().getTime() - tooLongMs)
  const isOpen = inArray(attempts.state, ['created', 'confirming', 'needs_check'])
  const stuck = await backend.db
    .select()
    .from(attempts)
    .where(and(isOpen, lt(attempts.createdAt, before)))
  return mapped(stuck, async attempt => {
    const { state } = await settle(backend, attempt.id)
    return finding(
      'open_too_long',
      attempt,
      !['created', 'confirming', 'needs_check'].includes(state),
    )
  })
}

/** A payment that nothing of ours accounts for; what came after one that something does is written down. */
async function unexpected(backend: Backend, payment: Payment): Promise<Finding | undefined> {
  const { ref, attemptId, amount, currency, isReturned } = payment
  const [attempt] = await backend.db
    .select()
    .from(attempts)
    .where(or(eq(attempts.providerRef, ref), eq(attempts.id, attemptId)))
  // An attempt is one payment: a second one with its name is as stray as one of nobody.
  if (!attempt || (attempt.providerRef ?? ref) !== ref) {
    const stray = { ref, order: attempt?.orderId ?? null, amount, currency }
    return isReturned ? undefined : { what: 'money_without_order', ...stray, isMended: false }
  }
  if (isAccountedFor(attempt)) {
    await recordAftermath(backend, attempt.id)
    return undefined
  }
  const settled = await settle(backend, attempt.id)
  return finding('money_without_order', { ...settled, providerRef: ref }, isAccountedFor(settled))
}

/**
 * Attempts at PayPal that were given up, and whose order there was captured all the same: PayPal lists no payments
 * of the last hours, so each of its orders that we know of is asked about.
 */
async function takenByPaypal(backend: Backend, since: Date): Promise<Finding[]> {
  const { db, paypal } = backend
  if (!paypal) return []
  const givenUp = await db
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.provider, 'paypal'),
        inArray(attempts.state, ['failed', 'cancelled']),
        isNotNull(attempts.providerRef),
        gte(attempts.createdAt, since),
      ),
    )
  const found = await mapped(givenUp, async attempt => {
    const truth = await paypal.look(attempt.providerRef ?? '')
    if (truth.status !== 'succeeded') return undefined
    const settled = await settle(backend, attempt.id)
    return finding('money_without_order', settled, isAccountedFor(settled))
  })
  return found.filter(one => one !== undefined)
}

/** It pays its order, or was given back. */
const isAccountedFor = ({ state, reason }: AttemptRow): boolean =>
  state === 'captured' && reason !== surplus

/** Paid orders whose payment the provider has not listed, and does not know when asked. */
async function unpaid(backend: Backend, since: Date, known: Set<string>): Promise<Finding[]> {
  const paying = and(
    eq(attempts.state, 'captured'),
    isNull(attempts.reason),
    ne(attempts.provider, 'none'),
  )
  const rows = await backend.db
    .select({ attempt: attempts, customer: checkouts.stripeCustomer })
    .from(orders)
    .innerJoin(attempts, and(eq(attempts.orderId, orders.id), paying))
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .where(gte(orders.paidAt, since))
  const missing = rows.filter(({ attempt }) => !known.has(attempt.providerRef ?? ''))
  const asked = await mapped(missing, async ({ attempt, customer }) => {
    const truth = await truthOf(backend, attempt, customer)
    const isThere = truth.status === 'succeeded' && truth.amount === attempt.amount
    return isThere ? undefined : finding('order_without_money', attempt, false)
  })
  return asked.filter(found => found !== undefined)
}

/** PayPal lists no payments of the last hours: each of its orders is asked about by its own id. */
const truthOf = async (
  { stripe, paypal }: Backend,
  attempt: AttemptRow,
  customer: string | null,
): Promise<Truth | Approved> => {
  if (attempt.provider !== 'paypal') return stripe.look(attempt, customer ?? '')
  return (await paypal?.look(attempt.providerRef ?? '')) ?? { status: 'unknown' }
}

const finding = (what: Finding['what'], attempt: AttemptRow, isMended: boolean): Finding => ({
  what,
  ref: attempt.providerRef,
  order: attempt.orderId,
  amount: attempt.amount,
  currency: attempt.currency,
  isMended,
})

/** One after the other: the provider counts calls. */
async function mapped<T, R>(rows: T[], change: (row: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const row of rows) results.push(await change(row))
  return results
}
