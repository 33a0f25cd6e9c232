import { and, desc, eq } from 'drizzle-orm'
import type { Infer } from '@/contract/call'
import type { changeOrder, finishOrder } from '@/contract/orders'
import type { CurrencyCode } from '@/domain/data/currencies'
import { emailWrong } from '@/domain/email'
import type { MoneyIs } from '@/domain/payments'
import { toMajor } from '@/domain/pricing/money'
import { emailIn } from '@/domain/typed'
import type { Backend } from '@/server/backend'
import { stored } from '@/server/checkouts'
import { type AttemptRow, attempts, checkouts } from '@/server/db/schema'
import { Failure } from '@/server/failures'
import { isPayment, settle, waitsForCustomer } from '@/server/payments/settle'
import type { Input } from '@/server/serve'
import { unstorable } from '@/server/storable'

type Finish = Infer<typeof finishOrder.answer>

/** Says where an order's money is, after asking the provider. The order must be of the token's checkout. */
export async function finish(
  backend: Backend,
  { params, body }: Pick<Input<undefined, Infer<typeof finishOrder.body>>, 'params' | 'body'>,
): Promise<Finish> {
  const { row, order } = await stored(backend, body.token)
  if (!order || order.id !== params.id) throw new Failure('not_found')
  const about = {
    id: order.id,
    total: toMajor(order.total, order.currency as CurrencyCode),
    currency: order.currency as CurrencyCode,
  }
  if (row.status !== 'processing') return { ...about, outcome: 'done', reason: null }
  const latest = await latestAttempt(backend, order.id)
  if (!latest) return { ...about, outcome: 'not_charged', reason: null }
  const settled = await settle(backend, latest.id)
  return { ...about, outcome: moneyOf(settled), reason: settled.reason }
}

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
 * waits for the customer takes nothing, and a new try calls it off first.
 */
const moneyOf = (attempt: AttemptRow): MoneyIs => {
  const { state, reason } = attempt
  if (state === 'captured') return isPayment(attempt) ? 'done' : 'not_charged'
  if (state === 'confirming' && reason === waitsForCustomer) return 'not_charged'
  return state === 'failed' || state === 'cancelled' ? 'not_charged' : 'checking'
}

/** Corrects the e-mail address of a paid order. The order must be of the token's checkout. */
export async function change(
  backend: Backend,
  { params, query, body }: Input<Infer<typeof changeOrder.query>, Infer<typeof changeOrder.body>>,
): Promise<Infer<typeof changeOrder.answer>> {
  const { row, order } = await stored(backend, query.token)
  if (!order || order.id !== params.id) throw new Failure('not_found')
  const email = emailIn(body.email)
  const wrong = emailWrong(email) ?? (unstorable(email).length > 0 ? 'characters' : undefined)
  if (wrong)
    throw new Failure('unprocessable', { issues: [{ field: 'email', message: `email.${wrong}` }] })
  const state = { ...row.state, customer: { ...row.state.customer, email } }
  const [saved] = await backend.db
    .update(checkouts)
    .set({ state, version: row.version + 1, updatedAt: backend.now() })
    .where(and(eq(checkouts.id, row.id), eq(checkouts.version, row.version)))
    .returning()
  if (!saved) throw new Failure('stale')
  return { id: order.id, email, version: saved.version }
}
