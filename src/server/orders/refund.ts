import type { Infer } from '@/contract/api-call'
import type { refundOrder } from '@/contract/operator'
import { toMajor } from '@/domain/pricing/money'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { findOrder } from '@/server/orders/show-order'
import { toOrderSummary } from '@/server/outbox/order-details'
import { refundOrder as refundPayment } from '@/server/payments/refund-order'

type RefundInput = Pick<Input<undefined, Infer<typeof refundOrder.body>>, 'params' | 'body'>

/** Refunds an order of an operator's call; amounts in major units. Throws as `refundPayment`. */
export async function refund(
  backend: Backend,
  { params, body }: RefundInput,
): Promise<Infer<typeof refundOrder.response>> {
  const id = params['id'] ?? ''
  const { amount, state, reason } = await refundPayment(backend, id, {
    amount: body.amount,
    requestKey: body.request_key,
  })
  backend.log.info({ event: 'order.refund_requested', order: id, state }, 'a refund was asked for')
  const { order, state: answers } = await findOrder(backend, id)
  return {
    refund: { amount: toMajor(amount, order.currency), state, reason },
    order: toOrderSummary(order, answers),
  }
}
