import { eq } from 'drizzle-orm'
import type { Infer } from '@/contract/call'
import type { createPaymentIntent } from '@/contract/merchant'
import type { Backend } from '@/server/backend'
import { stored } from '@/server/checkouts'
import { type AttemptRow, attempts, type CheckoutRow, checkouts } from '@/server/db/schema'
import { Failure } from '@/server/failures'
import { faultOf } from '@/server/faults'
import type { Truth } from '@/server/gateways/stripe'
import { count, type Limit, refuseOver } from '@/server/limits'
import { startAttempt } from '@/server/payments/attempt'
import { calledOff } from '@/server/payments/called-off'
import { countUsesAnew } from '@/server/payments/coupon-use'
import { isPayment, lock, nothingToPay, release, settle } from '@/server/payments/settle'
import type { Input } from '@/server/serve'

type Body = Infer<typeof createPaymentIntent.body>
type Answer = Infer<typeof createPaymentIntent.answer>

/** Card testers try many cards: so many declines, then a rest. */
const declinesOfAddress: Limit = { name: 'declines-address', most: 10, windowSeconds: 3_600 }
const declinesOfCheckout: Limit = { name: 'declines-checkout', most: 6, windowSeconds: 900 }

/**
 * Charges the stored checkout once. The attempt is committed before the provider is called, and no
 * transaction is open while it is. Answers where the money is; refuses when nothing was charged.
 */
export async function pay(
  backend: Backend,
  { body, address }: Pick<Input<undefined, Body>, 'body' | 'address'>,
): Promise<Answer> {
  const { row, order } = await stored(backend, body.token)
  if (row.status !== 'processing') return { status: 'success', ...about(order) }
  await refuseOver(backend, declinesOfAddress, address)
  await refuseOver(backend, declinesOfCheckout, row.id)
  if (row.paying && (await isPaidByNow(backend, row.paying)))
    return { status: 'success', ...about(order) }
  const attempt = await startAttempt(backend, body.token, {
    total: body.expected_total,
    currency: body.expected_currency,
  })
  const truth = await charge(backend, attempt, row, body.payment_method)
  if (truth.status === 'declined') {
    await count(backend, declinesOfAddress, address)
    await count(backend, declinesOfCheckout, row.id)
  }
  return conclude(backend, attempt, truth)
}

const about = (order: { id: string } | null) => ({
  order: { id: order?.id ?? '' },
  client_secret: null,
})

/** Only an order that costs nothing is made without a card. */
const noCard = {
  reason: 'no_card',
  issues: [{ field: 'payment_method', message: 'payment_method.missing' }],
}

/** A call that is still out may yet take the money; older ones are asked about. */
const callIsOutMs = 15_000

/**
 * What became of the attempt that holds the checkout. True when it took the money. An attempt the
 * customer left waiting for the bank is called off, so that it can never be charged besides the new one.
 */
async function isPaidByNow(backend: Backend, attemptId: string): Promise<boolean> {
  const { db, now } = backend
  const [held] = await db.select().from(attempts).where(eq(attempts.id, attemptId))
  if (held?.state === 'created' && now().getTime() - held.createdAt.getTime() < callIsOutMs)
    throw new Failure('payment_in_progress')
  const attempt = await calledOff(backend, await settle(backend, attemptId))
  if (attempt.state === 'confirming' || attempt.state === 'created')
    throw new Failure('payment_in_progress')
  if (attempt.state === 'needs_check') throw new Failure('needs_check')
  return isPayment(attempt)
}

async function charge(
  backend: Backend,
  attempt: AttemptRow,
  row: CheckoutRow,
  paymentMethod: string | null,
): Promise<Truth> {
  if (attempt.provider === 'none') return nothingToPay(attempt)
  if (!paymentMethod) return { status: 'refused', reason: noCard.reason }
  const customer = await customerOf(backend, row)
  if (!customer) return { status: 'refused', reason: 'unreachable' }
  return backend.stripe.charge({
    attemptId: attempt.id,
    orderId: attempt.orderId,
    idempotencyKey: attempt.idempotencyKey,
    amount: attempt.amount,
    currency: attempt.currency,
    customer,
    paymentMethod,
  })
}

/** The provider's customer, brought up to date (SPEC 2); undefined when the provider does not answer. */
async function customerOf(
  { db, stripe, log }: Backend,
  { id, stripeCustomer, state: { customer } }: CheckoutRow,
): Promise<string | undefined> {
  const name = `${customer.license_first_name} ${customer.license_last_name}`.trim()
  try {
    const known = await stripe.customer(stripeCustomer, { email: customer.email, name }, id)
    if (known !== stripeCustomer)
      await db.update(checkouts).set({ stripeCustomer: known }).where(eq(checkouts.id, id))
    return known
  } catch (error) {
    log.error(faultOf(error), 'the payment provider did not take the customer')
    return undefined
  }
}

/** What the customer is told; the attempt has been brought in line with the provider before. */
async function conclude(backend: Backend, attempt: AttemptRow, truth: Truth): Promise<Answer> {
  const told = { order: { id: attempt.orderId }, client_secret: null }
  await remember(backend, attempt, truth)
  switch (truth.status) {
    case 'requires_action':
      await settle(backend, attempt.id)
      return { ...told, status: 'requires_action', client_secret: truth.clientSecret }
    case 'declined':
      throw new Failure('declined', { reason: truth.reason })
    case 'refused':
      if (truth.reason === noCard.reason)
        throw new Failure('unprocessable', { issues: noCard.issues })
      throw new Failure('unavailable', { reason: truth.reason })
    default: {
      const settled = await settle(backend, attempt.id)
      return { ...told, status: isPayment(settled) ? 'success' : 'checking' }
    }
  }
}

/**
 * Keeps what only this call learnt: the provider's id, or that nothing was charged. An event may have
 * been faster; what it made of the attempt is the provider's own word and stays.
 */
async function remember(backend: Backend, attempt: AttemptRow, truth: Truth): Promise<void> {
  const { db, now } = backend
  const isOver = truth.status === 'declined' || truth.status === 'refused'
  await db.transaction(async tx => {
    const { attempt: latest } = await lock(tx, attempt.id)
    if (latest.state !== 'created') return
    if (isOver) await release(tx, attempt)
    await tx
      .update(attempts)
      .set({
        checkedAt: now(),
        ...('ref' in truth && truth.ref && { providerRef: truth.ref }),
        ...(isOver && { state: 'failed', reason: truth.reason }),
        ...(truth.status === 'unknown' && { state: 'needs_check' }),
      })
      .where(eq(attempts.id, attempt.id))
  })
  if (isOver) await countUsesAnew(backend, attempt)
}
