import type { WireCheckout } from '@/contract/checkout'
import type { FieldIssue } from '@/domain/input/field-issue'
import type { Backend } from '@/server/backend'
import { getCheckout, updateCheckout } from '@/server/checkout/checkout-service'
import { ApiError, type ApiErrorCode } from '@/server/infra/api-error'
import type { StepFormRequest } from '@/server/pages/step-forms'
import { payCheckout } from '@/server/payments/charge'

/** The result of a natively posted payment form. */
interface PaymentFormResult {
  /** The next page; without it the payment page is shown again. */
  to?: '/thank-you/' | '/finish-payment/'
  checkout: WireCheckout
  issues: FieldIssue[]
}

/**
 * Submits the payment page's form. An order that costs nothing is placed if that price was shown
 * and the terms are accepted; any other needs the provider's script, and nothing is charged. Throws
 * errors that the page has no text for.
 */
export async function submitPaymentForm(
  backend: Backend,
  token: string,
  { form, address }: Pick<StepFormRequest, 'form' | 'address'>,
): Promise<PaymentFormResult> {
  const selected = form.has('terms')
  const checkout = await updateCheckout(backend, token, () => ({
    terms: { selected, error: false },
  }))
  if (form.get('expected_total') !== '0') return { checkout, issues: [buildIssue('scripts')] }
  if (!selected) return { checkout, issues: [{ field: 'terms', message: 'terms.missing' }] }
  const body = { token, payment_method: null, expected_total: 0 }
  try {
    const { status } = await payCheckout(backend, { body, address })
    return { to: status === 'success' ? '/thank-you/' : '/finish-payment/', checkout, issues: [] }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (pendingCodes.includes(error.code)) return { to: '/finish-payment/', checkout, issues: [] }
    if (!reportedCodes.includes(error.code)) throw error
    const freshCheckout = await getCheckout(backend, { params: { token } })
    return { checkout: freshCheckout, issues: [buildIssue(error.code)] }
  }
}

/** Another payment is in progress: the finish page waits for its result. */
const pendingCodes: ApiErrorCode[] = ['payment_in_progress', 'needs_check']

/** Errors that the payment page has a text for. */
const reportedCodes: ApiErrorCode[] = ['quote_changed', 'incomplete', 'rate_limited', 'unavailable']

const buildIssue = (reason: string): FieldIssue => ({
  field: 'payment_method',
  message: `payment_method.${reason}`,
})
