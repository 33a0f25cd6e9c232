import type { Infer } from '@/contract/api-call'
import type { refundOrder } from '@/contract/operator'
import type { Backend } from '@/server/backend'
import { ApiError } from '@/server/infra/api-error'
import { refund } from '@/server/orders/refund'
import { showOrder } from '@/server/orders/show-order'

/** Refunds an order. Throws as the call does, with the reason of a refused amount in words. */
export async function refundWithReasons(
  backend: Backend,
  id: string,
  body: Infer<typeof refundOrder.body>,
): Promise<Infer<typeof refundOrder.response>> {
  try {
    return await refund(backend, { params: { id }, body })
  } catch (error) {
    const issue = error instanceof ApiError ? error.details.issues?.[0] : undefined
    const reason = issue && (await explain(backend, id, issue.message))
    throw reason ? new Error(reason) : error
  }
}

/** The reason behind an issue's code; undefined for another code. */
async function explain(backend: Backend, id: string, code: string): Promise<string | undefined> {
  const { currency, total, refunded } = (await showOrder(backend, { params: { id } })).order
  const left = Number((total - refunded).toFixed(2))
  const reasons: Record<string, string> = {
    'refund.above':
      left > 0
        ? `The amount is above what is left to refund: ${currency} ${left}.`
        : `Nothing is left to refund: ${currency} ${refunded} of ${total} is refunded.`,
    'refund.decimals': `The amount has more decimals than ${currency} has.`,
    'refund.other_amount': 'An earlier refund with this request_key has another amount.',
  }
  return reasons[code]
}
