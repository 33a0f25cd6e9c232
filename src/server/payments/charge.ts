import { eq } from 'drizzle-orm'
import type { Infer } from '@/contract/call'
import type { createPaymentIntent } from '@/contract/merchant'
import type { Backend } from '@/server/backend'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import { type AttemptRow, attempts } from '@/server/db/tables/orders'
import type { Truth } from '@/server/gateways/charge-outcome'
import type { Means } from '@/server/gateways/stripe-charges'
import { Failure } from '@/server/infra/api-error'
import { failpoint } from '@/server/infra/crash-point'
import { faultOf } from '@/server/infra/safe-error-log'
import { count, type Limit, refuseOver, secondsOver } from '@/server/limits/rate-limit'
import { calledOff } from '@/server/payments/cancel-attempt'
import { countUsesAnew } from '@/server/payments/coupon-reservation'
import { isPayment, lock, nothingToPay, release, settle } from '@/server/payments/settle'
import { stripeCustomerOf } from '@/server/payments/stripe-customer'

type Answer = Infer<typeof createPaymentIntent.answer>

/** Card testers try many cards: so many declines, then a rest. */
const declinesOfAddress: Limit = { name: 'declines-address', most: 10, windowSeconds: 3_600 }
const declinesOfCheckout: Limit = { name: 'declines-checkout', most: 6, windowSeconds: 900 }
/** The same card from many addresses: no bank changes its mind so often in a day. */
const declinesOfCard: Limit = { name: 'declines-card', most: 20, windowSeconds: 86_400 }

/** Who pays which checkout. */
interface Payer {
  row: CheckoutRow
  address: string
}

/** Throws where too many cards were declined; true when an attempt that was under way has paid by now. */
export async function isPaidAlready(backend: Backend, { row, address }: Payer): Promise<boolean> {
  await refuseOver(backend, declinesOfAddress, address)
  await refuseOver(backend, declinesOfCheckout, row.id)
  return row.paying !== null && (await isPaidByNow(backend, row.paying))
}

/** What the browser says shall pay; null when it names nothing. */
export function meansIn({
  payment_method,
  confirmation_token,
}: Pick<Infer<typeof createPaymentIntent.body>, 'payment_method' | 'confirmation_token'>) {
  if (confirmation_token) return { confirmationToken: confirmation_token }
  return payment_method ? { paymentMethod: payment_method } : null
}

/** Charges a committed attempt once. Answers where the money is; refuses when nothing was charged. */
export async function chargeOnce(
  backend: Backend,
  attempt: AttemptRow,
  { row, address, means }: Payer & { means: Means | null },
): Promise<Answer> {
  const { truth, card, restSeconds } = await charge(backend, attempt, row, means)
  if (truth.status === 'declined') {
    await count(backend, declinesOfAddress, address)
    await count(backend, declinesOfCheckout, row.id)
    if (card) await count(backend, declinesOfCard, card)
  }
  if (restSeconds) {
    await remember(backend, attempt, truth)
    throw new Failure('rate_limited', { retryAfterSeconds: restSeconds })
  }
  return conclude(backend, attempt, truth)
}

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
export async function isPaidByNow(backend: Backend, attemptId: string): Promise<boolean> {
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

interface Charged {
  truth: Truth
  /** What tells the card from others; null where that was not learnt. */
  card?: string | null
  /** The card was declined too often, so that the bank was not asked: for how long it has to rest. */
  restSeconds?: number
}

async function charge(
  backend: Backend,
  attempt: AttemptRow,
  row: CheckoutRow,
  means: Means | null,
): Promise<Charged> {
  if (attempt.provider === 'none') return { truth: nothingToPay(attempt) }
  if (!means) return refusedFor(noCard.reason)
  const [customer, card] = await Promise.all([
    stripeCustomerOf(backend, row, attempt.id),
    cardOf(backend, means),
  ])
  if (!customer || card === undefined) return refusedFor('unreachable')
  const restSeconds = card ? await secondsOver(backend, declinesOfCard, card) : 0
  if (restSeconds > 0) return { ...refusedFor('card_declined_too_often'), restSeconds }
  const truth = await backend.stripe.charge({
    attemptId: attempt.id,
    orderId: attempt.orderId,
    idempotencyKey: attempt.idempotencyKey,
    amount: attempt.amount,
    currency: attempt.currency,
    customer,
    means,
  })
  failpoint('charged')
  return { truth, card }
}

const refusedFor = (reason: string): Charged => ({ truth: { status: 'refused', reason } })

/** Undefined when the provider does not answer. */
const cardOf = ({ stripe, log }: Backend, means: Means) =>
  stripe.cardPrint(means).catch(error => {
    log.error(faultOf(error), 'the payment provider did not tell the card')
    return undefined
  })

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
    failpoint('answer_uncommitted')
  })
  if (isOver) await countUsesAnew(backend, attempt)
}
