import { CallFailure } from '@/client/api/api-client'
import { whereMoneyIs } from '@/client/payments/payment-status'
import { createPaypalOrder } from '@/contract/merchant'
import { toMajor } from '@/domain/pricing/money'
import {
  afterFailure,
  ask,
  callOff,
  type Payer,
  type Result,
  resultOf,
  told,
} from '@/features/payment/submit-payment'

/** An order of PayPal's that waits for the customer, and the page for who has no second window. */
export interface PaypalOrder {
  id: string
  approveUrl: string | null
}

/** Has an order made for the shown price. No money moves. Throws nothing. */
export async function startPaypal(
  payer: Pick<Payer, 'store' | 'sync' | 'shown'>,
): Promise<PaypalOrder | Result> {
  const { store, sync, shown } = payer
  if (!(await sync.flush())) return told('unsaved')
  try {
    const { id, approve_url: approveUrl } = await sync.run(createPaypalOrder, {
      body: {
        token: store.getState().checkout.token,
        expected_total: toMajor(shown.total, shown.currency),
        expected_currency: shown.currency,
      },
    })
    return id ? { id, approveUrl } : { go: '/thank-you/' }
  } catch (error) {
    return error instanceof CallFailure ? afterFailure(payer, error) : ask(payer)
  }
}

type Asker = Pick<Payer, 'store' | 'sync'>

/** The customer has agreed: by asking where the money is, it is taken. */
export async function afterApproval({ store, sync }: Asker): Promise<Result> {
  try {
    const is = await whereMoneyIs(store, sync)
    return is.outcome === 'checking' ? { go: '/finish-payment/' } : resultOf(is, 'answer')
  } catch {
    return { go: '/finish-payment/' }
  }
}

/** The customer has closed PayPal's window: its order is given up, and never captured. */
export async function cancelPaypal(asker: Asker, orderId: string | undefined): Promise<Result> {
  const result = await callOff(asker, orderId)
  const isOff = 'told' in result && result.told.kind === 'called_off'
  return isOff ? told('paypal_cancelled') : result
}
