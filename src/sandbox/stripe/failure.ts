/** The `error` object of an answer that is not a success, as Stripe words it. */
export interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
}

/**
 * An answer that is not a success. A `kept` failure belongs to the request's outcome: what it
 * changed stays, and its idempotency key replays it. Any other failure leaves no trace.
 */
export class StripeFailure extends Error {
  constructor(
    readonly status: number,
    readonly error: StripeErrorBody,
    readonly kept: boolean,
  ) {
    super(error.message)
  }
}

/** The request itself is wrong: nothing happened and nothing is remembered. */
export function refused(message: string, details: Partial<StripeErrorBody> = {}): StripeFailure {
  return new StripeFailure(400, { type: 'invalid_request_error', message, ...details }, false)
}

/** The request is well formed but the object's state does not allow it. */
export function conflicting(message: string, details: Partial<StripeErrorBody>): StripeFailure {
  return new StripeFailure(400, { type: 'invalid_request_error', message, ...details }, true)
}

export function missing(kind: string, id: string, param = 'id'): StripeFailure {
  const message = `No such ${kind}: '${id}'`
  const error = { type: 'invalid_request_error', code: 'resource_missing', message, param } as const
  return new StripeFailure(404, error, false)
}
