import type { WireCheckout } from '@/contract/checkout'
import type { FieldIssue } from '@/domain/input/field-issue'
import type { Backend } from '@/server/backend'
import { edit, read } from '@/server/checkout/checkout-service'
import { Failure, type FailureCode } from '@/server/infra/api-error'
import type { PostedForm } from '@/server/pages/step-forms'
import { pay } from '@/server/payments/pay'

/** What became of the payment page's form that the browser posted by itself. */
interface PostedPayment {
  /** Where the customer goes on; without it the page is shown again. */
  to?: '/thank-you/' | '/finish-payment/'
  checkout: WireCheckout
  issues: FieldIssue[]
}

/**
 * Takes the payment page's form. An order that costs nothing is placed, where the customer has seen that price
 * and agrees to the terms; any other needs the provider's script, and nothing is charged.
 */
export async function takePayment(
  backend: Backend,
  token: string,
  { form, address }: Pick<PostedForm, 'form' | 'address'>,
): Promise<PostedPayment> {
  const selected = form.has('terms')
  const checkout = await edit(backend, token, () => ({ terms: { selected, error: false } }))
  if (form.get('expected_total') !== '0') return { checkout, issues: [issueOf('scripts')] }
  if (!selected) return { checkout, issues: [{ field: 'terms', message: 'terms.missing' }] }
  const body = { token, payment_method: null, expected_total: 0 }
  try {
    const { status } = await pay(backend, { body, address })
    return { to: status === 'success' ? '/thank-you/' : '/finish-payment/', checkout, issues: [] }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (isOut.includes(error.code)) return { to: '/finish-payment/', checkout, issues: [] }
    if (!told.includes(error.code)) throw error
    const now = await read(backend, { params: { token } })
    return { checkout: now, issues: [issueOf(error.code)] }
  }
}

/** Another payment is under way: what becomes of it is told on the page that waits for it. */
const isOut: FailureCode[] = ['payment_in_progress', 'needs_check']

/** Refusals that the payment page has a sentence for. */
const told: FailureCode[] = ['quote_changed', 'incomplete', 'rate_limited', 'unavailable']

const issueOf = (why: string): FieldIssue => ({
  field: 'payment_method',
  message: `payment_method.${why}`,
})
