import type { CurrencyCode } from '@/domain/data/currencies'
import type { DocumentType } from '@/domain/data/document-types'
import type { FieldIssue } from '@/domain/input/field-issue'

/** The errors of API calls and pages, with HTTP status and message. */
const errorDefinitions = {
  not_found: [404, 'Not found.'],
  method: [405, 'Method not allowed.'],
  operator_key: [401, 'The operator key is missing or wrong.'],
  api_key: [403, 'The api_key is not valid for this shop.'],
  origin: [403, 'This request came from another site.'],
  media_type: [415, 'Send JSON.'],
  form_data: [415, 'Send form data.'],
  upload_data: [415, 'Send application/offset+octet-stream.'],
  upload_version: [412, 'Send Tus-Resumable: 1.0.0.'],
  upload_offset: [409, 'The upload does not continue there; ask for its offset.'],
  malformed: [400, 'The body of this request is not valid JSON.'],
  too_slow: [408, 'The request took too long to arrive.'],
  too_large: [413, 'The request is too large.'],
  unprocessable: [422, 'Some fields are not valid.'],
  step_refused: [422, 'The answers are saved; some are missing or not valid.'],
  stale: [409, 'The checkout has changed; this response has the current version.'],
  currency: [
    409,
    'A price of this order is missing in that currency; the order keeps its currency.',
  ],
  payment_in_progress: [409, 'A payment is being confirmed; the order cannot change now.'],
  needs_check: [409, 'A payment is being checked with the bank. Do not pay again.'],
  paid: [409, 'This order is paid and can no longer change.'],
  closed: [409, 'This order is completed.'],
  refunded: [409, 'This order was refunded and can no longer change.'],
  order_state: [409, 'The order is not in a state that allows this.'],
  photos_missing: [409, 'Photos of this order are missing.'],
  refund_open: [409, 'Another refund of this order is not finished.'],
  incomplete: [409, 'The order is incomplete and cannot be paid yet.'],
  terms: [409, 'The terms have not been accepted.'],
  quote_changed: [409, 'The price has changed since it was shown.'],
  not_offered: [409, 'This is not offered for this order. Nothing was charged.'],
  paypal_currency: [409, 'PayPal does not support this currency.'],
  amount_too_small: [409, 'The amount is too small to be charged.'],
  declined: [402, 'The payment was declined. No money was taken.'],
  rate_limited: [429, 'Too many requests. Try again later.'],
  unavailable: [503, 'This is not available right now. Nothing was charged.'],
  refund_unavailable: [
    503,
    'The payment provider does not answer. This refund was not made and is not queued: try again.',
  ],
  temporarily_unavailable: [503, 'The shop is not available for a moment. Try again shortly.'],
  signature: [400, 'The signature is not valid.'],
  not_served: [501, 'This shop does not offer that yet.'],
} as const

export type ApiErrorCode = keyof typeof errorDefinitions

interface ErrorDetails {
  issues?: FieldIssue[]
  /** The current checkout, for a caller with an outdated one. */
  checkout?: unknown
  /** The expected and the current total, for a caller that showed another price. */
  quote?: unknown
  /** The types of the photos that are missing. */
  missing_photos?: DocumentType[]
  /** The provider's code of a decline. */
  reason?: string
  /** The refused currency. */
  currency?: CurrencyCode
  retryAfterSeconds?: number
  /** Open attempts have filled the limit: it may be free in a moment. */
  isHeld?: boolean
}

const brand = Symbol.for('ida-checkout.ApiError')

/**
 * An error that the caller may see; any other thrown error is a fault of the server. `instanceof`
 * accepts other copies of the class: the server file and Next's bundles each load these sources and
 * share one backend.
 */
export class ApiError extends Error {
  readonly [brand] = true
  override readonly name = 'ApiError'
  readonly status: number

  constructor(
    readonly code: ApiErrorCode,
    readonly details: ErrorDetails = {},
  ) {
    super(errorDefinitions[code][1])
    this.status = errorDefinitions[code][0]
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && brand in value
  }

  /** The response's body. */
  toJSON() {
    const { retryAfterSeconds: _, isHeld: _isHeld, ...details } = this.details
    return { detail: this.message, code: this.code, ...details }
  }
}

/**
 * Whether the rest of the request is not read: its connection is closed soon after the response.
 */
export const shouldCloseConnection = (error: Error): boolean =>
  error instanceof ApiError && (error.code === 'too_large' || error.code === 'too_slow')

/** The issues of an `ApiError`. Throws any other error. */
export function readIssues(error: unknown): FieldIssue[] {
  const issues = error instanceof ApiError ? error.details.issues : undefined
  if (!issues) throw error
  return issues
}
