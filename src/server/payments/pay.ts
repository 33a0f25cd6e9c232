import type { Infer } from '@/contract/api-call'
import type { createPaymentIntent } from '@/contract/merchant'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { ApiError } from '@/server/infra/api-error'
import { endActiveAttempt } from '@/server/payments/cancel-attempt'
import { assertFewDeclines, chargeOnce, readPaymentSource } from '@/server/payments/charge'
import { startAttempt } from '@/server/payments/start-attempt'

type Body = Infer<typeof createPaymentIntent.body>
type PaymentIntentResponse = Infer<typeof createPaymentIntent.response>

/**
 * Charges the stored checkout once and returns the payment status. The attempt is committed before
 * the provider is called, and no transaction is open during the call. Throws when nothing was
 * charged.
 */
export async function payCheckout(
  backend: Backend,
  input: Pick<Input<undefined, Body>, 'body' | 'address'>,
): Promise<PaymentIntentResponse> {
  const { body, address } = input
  const { row, order } = await loadCheckout(backend, body.token)
  const paidAnswer = {
    status: 'success',
    order: { id: order?.id ?? '' },
    client_secret: null,
  } as const
  if (row.status !== 'processing') return paidAnswer
  await assertFewDeclines(backend, { row, address })
  if (await endActiveAttempt(backend, row)) return paidAnswer
  const expectedPrice = { total: body.expected_total, currency: body.expected_currency }
  const attempt = await startAttempt(backend, body.token, expectedPrice).catch(ignorePaidError)
  // Another tab has paid meanwhile: return the same response.
  if (!attempt) return payCheckout(backend, input)
  return chargeOnce(backend, attempt, { row, address, paymentSource: readPaymentSource(body) })
}

function ignorePaidError(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'paid') return undefined
  throw error
}
