import type { Infer } from '@/contract/api-call'
import type { refundOrder } from '@/contract/operator'
import type { CurrencyCode } from '@/domain/data/currencies'
import { toMajor, toMinor } from '@/domain/pricing/money'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { ApiError } from '@/server/infra/api-error'
import { findOrder } from '@/server/orders/show-order'
import { toOrderSummary } from '@/server/outbox/order-details'
import { refundOrder as refundPayment } from '@/server/payments/refund-order'

type RefundInput = Pick<Input<undefined, Infer<typeof refundOrder.body>>, 'params' | 'body'>

/** The amount in minor units. Throws `unprocessable` for one that the currency cannot express. */
function toExactMinor(major: number, currency: CurrencyCode): number {
  const minor = toMinor(major, currency)
  if (toMajor(minor, currency) === major) return minor
  throw new ApiError('unprocessable', { issues: [{ field: 'amount', message: 'refund.decimals' }] })
}

/** Refunds an order of an operator's call; amounts in major units. Throws as the payment's refund. */
export async function refund(
  backend: Backend,
  { params, body }: RefundInput,
): Promise<Infer<typeof refundOrder.response>> {
  const id = params['id'] ?? ''
  const currency = (await findOrder(backend, id)).order.currency as CurrencyCode
  const { amount, state, reason } = await refundPayment(backend, id, {
    amount: body.amount === undefined ? undefined : toExactMinor(body.amount, currency),
    requestKey: body.request_key,
  })
  backend.log.info({ event: 'order.refund_requested', order: id, state }, 'a refund was asked for')
  const { order, state: answers } = await findOrder(backend, id)
  return {
    refund: { amount: toMajor(amount, currency), state, reason },
    order: toOrderSummary(order, answers),
  }
}
