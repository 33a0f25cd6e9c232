import { ApiClientError } from '@/client/api/api-client'
import { finishPayment } from '@/client/payments/finish-payment'
import { createPaypalOrder } from '@/contract/merchant'
import { toMajor } from '@/domain/pricing/money'
import {
  cancelPayment,
  finishLastPayment,
  handleApiError,
  type PaymentContext,
  type PaymentResult,
  toMessage,
  toResult,
} from '@/features/payment/submit-payment'

/** A PayPal order to approve; `approveUrl` is PayPal's page for browsers without popups. */
export interface PaypalOrder {
  id: string
  approveUrl: string | null
}

/** Creates a PayPal order for the shown price. No money moves. Never throws. */
export async function startPaypal(
  context: Pick<PaymentContext, 'store' | 'sync' | 'shownQuote'>,
): Promise<PaypalOrder | PaymentResult> {
  const { store, sync, shownQuote } = context
  if (!(await sync.flush())) return toMessage('unsaved')
  try {
    const { id, approve_url: approveUrl } = await sync.run(createPaypalOrder, {
      body: {
        token: store.getState().checkout.token,
        expected_total: toMajor(shownQuote.total, shownQuote.currency),
        expected_currency: shownQuote.currency,
      },
    })
    return id ? { id, approveUrl } : { redirectTo: '/thank-you/' }
  } catch (error) {
    return error instanceof ApiClientError
      ? handleApiError(context, error)
      : finishLastPayment(context)
  }
}

type FinishContext = Pick<PaymentContext, 'store' | 'sync'>

/** The customer has approved: finishing the payment captures the order. */
export async function completePaypalOrder({ store, sync }: FinishContext): Promise<PaymentResult> {
  try {
    const status = await finishPayment(store, sync)
    return status.outcome === 'checking'
      ? { redirectTo: '/finish-payment/' }
      : toResult(status, 'answered')
  } catch {
    return { redirectTo: '/finish-payment/' }
  }
}

/** The customer has closed PayPal's window: cancels the order, which is then never captured. */
export async function cancelPaypal(
  context: FinishContext,
  orderId: string | undefined,
): Promise<PaymentResult> {
  const result = await cancelPayment(context, orderId)
  const isCancelled = 'message' in result && result.message.kind === 'called_off'
  return isCancelled ? toMessage('paypal_cancelled') : result
}
