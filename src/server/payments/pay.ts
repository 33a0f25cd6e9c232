import type { Infer } from '@/contract/call'
import type { createPaymentIntent } from '@/contract/merchant'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { stored } from '@/server/checkout/checkout-repository'
import { Failure } from '@/server/infra/api-error'
import { chargeOnce, isPaidAlready, meansIn } from '@/server/payments/charge'
import { startAttempt } from '@/server/payments/start-attempt'

type Body = Infer<typeof createPaymentIntent.body>
type Answer = Infer<typeof createPaymentIntent.answer>

/**
 * Charges the stored checkout once. The attempt is committed before the provider is called, and no
 * transaction is open while it is. Answers where the money is; refuses when nothing was charged.
 */
export async function pay(
  backend: Backend,
  asked: Pick<Input<undefined, Body>, 'body' | 'address'>,
): Promise<Answer> {
  const { body, address } = asked
  const { row, order } = await stored(backend, body.token)
  const paid = { status: 'success', order: { id: order?.id ?? '' }, client_secret: null } as const
  if (row.status !== 'processing') return paid
  if (await isPaidAlready(backend, { row, address })) return paid
  const seen = { total: body.expected_total, currency: body.expected_currency }
  const attempt = await startAttempt(backend, body.token, seen).catch(unlessPaid)
  // Another tab has paid since the first look: this one tells the same.
  if (!attempt) return pay(backend, asked)
  return chargeOnce(backend, attempt, { row, address, means: meansIn(body) })
}

function unlessPaid(error: unknown): undefined {
  if (error instanceof Failure && error.code === 'paid') return undefined
  throw error
}
