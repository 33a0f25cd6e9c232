import type { CurrencyCode } from '@/domain/data/currencies'
import type { FieldIssue } from '@/domain/input/field-issue'

/** Everything a customer's or a program's mistake can be, with its HTTP status and its sentence. */
const errorDefinitions = {
  not_found: [404, 'Not found.'],
  method: [405, 'This address does not take that method.'],
  api_key: [403, 'The api_key of this request is not one of this shop.'],
  origin: [403, 'This request came from another site.'],
  media_type: [415, 'Send JSON.'],
  form_data: [415, 'Send form data.'],
  malformed: [400, 'The body of this request is not valid JSON.'],
  too_slow: [408, 'The request took too long to arrive.'],
  too_large: [413, 'The request is too large.'],
  unprocessable: [422, 'Some fields need another look.'],
  stale: [409, 'The checkout has changed since; here is the newest.'],
  currency: [409, 'Not every price of this order is there in that currency; the old one stays.'],
  payment_in_progress: [409, 'A payment is being confirmed; the order cannot change now.'],
  needs_check: [409, 'A payment is being checked with the bank. Do not pay again.'],
  paid: [409, 'This order is paid and can no longer change.'],
  closed: [409, 'This order is completed.'],
  incomplete: [409, 'Something is still missing before this order can be paid.'],
  terms: [409, 'The terms have not been accepted.'],
  quote_changed: [409, 'The price has changed since it was shown.'],
  not_offered: [409, 'This is not, or no longer, on offer for this order. Nothing was charged.'],
  paypal_currency: [409, 'PayPal does not take this currency.'],
  amount_too_small: [409, 'The amount is too small to be charged.'],
  declined: [402, 'The payment was declined. No money was taken.'],
  rate_limited: [429, 'Too many tries. Wait a moment.'],
  unavailable: [503, 'This is not available right now. Nothing was charged.'],
  signature: [400, 'The signature does not fit.'],
  not_served: [501, 'This shop does not offer that yet.'],
} as const

export type ApiErrorCode = keyof typeof errorDefinitions

interface ErrorDetails {
  issues?: FieldIssue[]
  /** The fresh checkout, for a caller that was behind. */
  checkout?: unknown
  /** The price as it is now, for a caller that showed another. */
  quote?: unknown
  /** The provider's own code for a decline. */
  reason?: string
  /** The currency that the order could not be had in. */
  currency?: CurrencyCode
  retryAfterSeconds?: number
}

/** A refusal the caller is told; anything else that is thrown is a fault of ours. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number

  constructor(
    readonly code: ApiErrorCode,
    readonly details: ErrorDetails = {},
  ) {
    super(errorDefinitions[code][1])
    this.status = errorDefinitions[code][0]
  }

  /** The answer's body. */
  toJSON() {
    const { retryAfterSeconds: _, ...details } = this.details
    return { detail: this.message, code: this.code, ...details }
  }
}

/** Whether the rest of such a request is not waited for: its connection ends soon after the answer. */
export const shouldCloseConnection = (error: Error): boolean =>
  error instanceof ApiError && (error.code === 'too_large' || error.code === 'too_slow')
