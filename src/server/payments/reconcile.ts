import { and, eq, gte, inArray, isNotNull, lt, ne, or } from 'drizzle-orm'
import { openAttemptStates, unmatchedReason } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import { checkouts } from '@/server/db/tables/checkouts'
import { type AttemptRow, attempts, isPayingAttempt, orders } from '@/server/db/tables/orders'
import { subscriptions } from '@/server/db/tables/subscriptions'
import type { ChargeOutcome } from '@/server/gateways/charge-outcome'
import type { ApprovedOrder } from '@/server/gateways/paypal'
import type { Payment } from '@/server/gateways/stripe-refunds'
import { recordRefundsAndDisputes } from '@/server/payments/refunds-and-disputes'
import { settle } from '@/server/payments/settle'

/** A difference between our database and the provider's. `amount` in minor units. */
export interface Finding {
  kind: 'money_without_order' | 'order_without_money' | 'open_too_long' | 'foreign_charge'
  /** The provider's payment id; null when it was never learned. */
  ref: string | null
  order: string | null
  amount: number
  currency: string
  /**
   * True when settling has fixed it, or the shop ignores charges of other systems; otherwise an operator
   * must act.
   */
  isResolved: boolean
}

/** The sweeper settles open attempts every 30 seconds: one open for an hour is stuck. */
const stuckAfterMs = 3_600_000

/**
 * Compares our database with the provider's since a date and settles what it can: payments without
 * an order, orders without a payment, attempts without an end. Throws when Stripe cannot list its
 * payments.
 */
export async function reconcile(backend: Backend, since: Date): Promise<Finding[]> {
  const stuckFindings = await settleStuckAttempts(backend)
  const listedRefs = new Set<string>()
  const unmatchedFindings: Finding[] = []
  for await (const payment of backend.stripe.listPayments(since)) {
    listedRefs.add(payment.ref)
    const finding = await settleListedPayment(backend, payment)
    if (finding) unmatchedFindings.push(finding)
  }
  const paypalFindings = await settleLatePaypalCaptures(backend, since)
  return [
    ...stuckFindings,
    ...unmatchedFindings,
    ...paypalFindings,
    ...(await findUnpaidOrders(backend, since, listedRefs)),
  ]
}

async function settleStuckAttempts(backend: Backend): Promise<Finding[]> {
  const before = new Date(backend.now().getTime() - stuckAfterMs)
  const isOpen = inArray(attempts.state, openAttemptStates)
  const stuckAttempts = await backend.db
    .select()
    .from(attempts)
    .where(and(isOpen, lt(attempts.createdAt, before)))
  return mapSequentially(stuckAttempts, async attempt => {
    const { state } = await settle(backend, attempt.id)
    return toFinding('open_too_long', attempt, !openAttemptStates.includes(state))
  })
}

/**
 * Settles a payment that the provider lists, or reads its refunds and disputes again. Returns what it
 * found of a payment that no attempt accounts for.
 */
async function settleListedPayment(
  backend: Backend,
  payment: Payment,
): Promise<Finding | undefined> {
  const { ref, attemptId, amount, currency, isRefunded } = payment
  const [attempt] = await backend.db
    .select()
    .from(attempts)
    .where(or(eq(attempts.providerRef, ref), eq(attempts.id, attemptId ?? '')))
  if (!attempt && attemptId === null) return findForeignCharge(backend, payment)
  // An attempt has one payment: a second one with its id is unmatched too.
  if (!attempt || (attempt.providerRef ?? ref) !== ref) {
    const paymentDetails = { ref, order: attempt?.orderId ?? null, amount, currency }
    return isRefunded
      ? undefined
      : { kind: 'money_without_order', ...paymentDetails, isResolved: false }
  }
  if (isAccountedFor(attempt)) {
    await recordRefundsAndDisputes(backend, attempt.id)
    return undefined
  }
  const settled = await settle(backend, attempt.id)
  return toFinding('money_without_order', { ...settled, providerRef: ref }, isAccountedFor(settled))
}

/**
 * A charge that carries no attempt of ours: of another system in the account, which a setting ignores.
 * The provider itself charges renewals; their customers have a subscription.
 */
async function findForeignCharge(
  { db, env }: Backend,
  { ref, customer, amount, currency, isRefunded }: Payment,
): Promise<Finding | undefined> {
  const [renewal] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.stripeCustomer, customer ?? ''))
  if (renewal || isRefunded) return undefined
  const isResolved = env.ignoresForeignCharges
  return { kind: 'foreign_charge', ref, order: null, amount, currency, isResolved }
}

/**
 * Settles abandoned PayPal attempts whose order was captured after all. PayPal does not list payments of
 * the last hours, so each known order is read by its id.
 */
async function settleLatePaypalCaptures(backend: Backend, since: Date): Promise<Finding[]> {
  const { db, paypal } = backend
  if (!paypal) return []
  const abandonedAttempts = await db
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
  const findings = await mapSequentially(abandonedAttempts, async attempt => {
    const outcome = await paypal.retrieve(attempt.providerRef ?? '')
    if (outcome.status !== 'succeeded') return undefined
    const settled = await settle(backend, attempt.id)
    return toFinding('money_without_order', settled, isAccountedFor(settled))
  })
  return findings.filter(finding => finding !== undefined)
}

/** The payment pays its order or was refunded. */
const isAccountedFor = ({ state, reason }: AttemptRow): boolean =>
  state === 'captured' && reason !== unmatchedReason

/**
 * Orders that were paid, whatever their status is now, whose payment is neither listed by the provider
 * nor confirmed by its id. Reads the refunds and disputes of a confirmed one again.
 */
async function findUnpaidOrders(
  backend: Backend,
  since: Date,
  listedRefs: Set<string>,
): Promise<Finding[]> {
  const rows = await backend.db
    .select({ attempt: attempts, customer: checkouts.stripeCustomer })
    .from(orders)
    .innerJoin(
      attempts,
      and(eq(attempts.orderId, orders.id), isPayingAttempt, ne(attempts.provider, 'none')),
    )
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .where(gte(orders.paidAt, since))
  const unlistedRows = rows.filter(({ attempt }) => !listedRefs.has(attempt.providerRef ?? ''))
  const findings = await mapSequentially(unlistedRows, async ({ attempt, customer }) => {
    const outcome = await retrieveState(backend, attempt, customer)
    const isConfirmed = outcome.status === 'succeeded' && outcome.amount === attempt.amount
    if (!isConfirmed) return toFinding('order_without_money', attempt, false)
    await recordRefundsAndDisputes(backend, attempt.id)
    return undefined
  })
  return findings.filter(finding => finding !== undefined)
}

/** PayPal does not list payments of the last hours: each order is read by its id. */
const retrieveState = async (
  { stripe, paypal }: Backend,
  attempt: AttemptRow,
  customer: string | null,
): Promise<ChargeOutcome | ApprovedOrder> => {
  if (attempt.provider !== 'paypal') return stripe.retrieve(attempt, customer ?? '')
  return (await paypal?.retrieve(attempt.providerRef ?? '')) ?? { status: 'unknown' }
}

const toFinding = (kind: Finding['kind'], attempt: AttemptRow, isResolved: boolean): Finding => ({
  kind,
  ref: attempt.providerRef,
  order: attempt.orderId,
  amount: attempt.amount,
  currency: attempt.currency,
  isResolved,
})

/** Sequential, because the provider limits the rate of calls. */
async function mapSequentially<T, R>(rows: T[], mapper: (row: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const row of rows) results.push(await mapper(row))
  return results
}
