import { and, desc, eq } from 'drizzle-orm'
import type { Infer } from '@/contract/call'
import type { changeOrder, finishOrder } from '@/contract/orders'
import type { CurrencyCode } from '@/domain/data/currencies'
import { emailWrong } from '@/domain/driver/email'
import { emailIn } from '@/domain/input/clean-input'
import type { MoneyIs } from '@/domain/payments/payment-states'
import { toMajor } from '@/domain/pricing/money'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { stored } from '@/server/checkout/checkout-repository'
import { checkouts } from '@/server/db/tables/checkouts'
import { type AttemptRow, attempts } from '@/server/db/tables/orders'
import { Failure } from '@/server/infra/api-error'
import { unstorable } from '@/server/infra/validate-storable'
import { type Limit, take } from '@/server/limits/rate-limit'
import { confirmAgain } from '@/server/outbox/enqueue'
import { calledOff } from '@/server/payments/cancel-attempt'
import { isPayment, settle, waitsForCustomer } from '@/server/payments/settle'

type Finish = Infer<typeof finishOrder.answer>

/**
 * Says where an order's money is, after asking the provider, and after calling a waiting payment off when
 * that is asked for. The order must be of the token's checkout.
 */
export async function finish(
  backend: Backend,
  { params, body }: Pick<Input<undefined, Infer<typeof finishOrder.body>>, 'params' | 'body'>,
): Promise<Finish> {
  const { order, isOver } = await orderNamed(backend, body.token, params.id)
  const about = {
    id: order.id,
    total: toMajor(order.total, order.currency as CurrencyCode),
    currency: order.currency as CurrencyCode,
  }
  if (isOver) return { ...about, outcome: 'done', reason: null }
  const latest = await latestAttempt(backend, order.id)
  if (!latest) return { ...about, outcome: 'not_charged', reason: null }
  const isMeant = body.payment === undefined || body.payment === latest.providerRef
  const isOff = body.call_off === true && isMeant
  // An order that PayPal's customer has approved would be captured by asking for it.
  if (isOff && latest.provider === 'paypal') await calledOff(backend, latest)
  const settled = await settle(backend, latest.id)
  const known = isOff ? await withoutWaiting(backend, settled) : settled
  const outcome = moneyOf(known)
  // Another attempt of the same order may turn out to be its payment.
  if (outcome === 'not_charged' && (await orderNamed(backend, body.token, order.id)).isOver)
    return { ...about, outcome: 'done', reason: null }
  return { ...about, outcome, reason: known.reason }
}

/** One of a checkout's two orders, and whether it waits for no money any more. */
async function orderNamed(backend: Backend, token: string, id: string | undefined) {
  const { row, order: first, lifetime } = await stored(backend, token)
  const order = [first, lifetime].find(one => one?.id === id)
  if (!order) throw new Failure('not_found')
  const isOver = order.kind === 'plan' ? row.status !== 'processing' : order.status !== 'pending'
  return { order, isOver }
}

/** Only the provider's word that nothing can be taken any more frees the order. */
const withoutWaiting = async (backend: Backend, attempt: AttemptRow): Promise<AttemptRow> =>
  isWaiting(attempt) ? calledOff(backend, attempt) : attempt

async function latestAttempt({ db }: Backend, orderId: string): Promise<AttemptRow | undefined> {
  const [latest] = await db
    .select()
    .from(attempts)
    .where(eq(attempts.orderId, orderId))
    .orderBy(desc(attempts.createdAt))
    .limit(1)
  return latest
}

/**
 * An attempt that waits for the bank may still take the money: the customer is told to wait. One that
 * waits for the customer has taken nothing, and may yet: in another tab, or on another device.
 */
const moneyOf = (attempt: AttemptRow): MoneyIs => {
  const { state } = attempt
  if (state === 'captured') return isPayment(attempt) ? 'done' : 'not_charged'
  if (isWaiting(attempt)) return 'waiting'
  return state === 'failed' || state === 'cancelled' ? 'not_charged' : 'checking'
}

const isWaiting = ({ state, reason }: AttemptRow): boolean =>
  state === 'confirming' && reason === waitsForCustomer

/** Of one order in a day: every correction sends a mail to an address that nobody has checked. */
const corrections: Limit = { name: 'email-corrections', most: 5, windowSeconds: 86_400 }

/**
 * Corrects the e-mail address of an order, and has the confirmation of a paid one sent there. The order must
 * be of the token's checkout.
 */
export async function change(
  backend: Backend,
  { params, query, body }: Input<Infer<typeof changeOrder.query>, Infer<typeof changeOrder.body>>,
): Promise<Infer<typeof changeOrder.answer>> {
  const { row, order, lifetime } = await stored(backend, query.token)
  if (!order || order.id !== params.id) throw new Failure('not_found')
  const email = emailIn(body.email)
  const wrong = emailWrong(email) ?? (unstorable(email).length > 0 ? 'characters' : undefined)
  if (wrong)
    throw new Failure('unprocessable', { issues: [{ field: 'email', message: `email.${wrong}` }] })
  const isPaid = order.status === 'paid'
  if (isPaid) await take(backend, corrections, order.id)
  const state = { ...row.state, customer: { ...row.state.customer, email } }
  const version = await backend.db.transaction(async tx => {
    const [saved] = await tx
      .update(checkouts)
      .set({ state, version: row.version + 1, updatedAt: backend.now() })
      .where(and(eq(checkouts.id, row.id), eq(checkouts.version, row.version)))
      .returning()
    if (!saved) throw new Failure('stale')
    for (const one of [order, lifetime])
      if (one?.status === 'paid') await confirmAgain(backend, tx, one.id, `${saved.version}`)
    return saved.version
  })
  return { id: order.id, email, version }
}
