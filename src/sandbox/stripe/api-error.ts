/** The `error` object of a Stripe error response. */
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
 * An error response. A committed error is the request's outcome: its changes stay, and its
 * idempotency key replays it. Any other error leaves no trace.
 */
export class StripeError extends Error {
  constructor(
    readonly status: number,
    readonly error: StripeErrorBody,
    readonly isCommitted: boolean,
  ) {
    super(error.message)
  }
}

/** An invalid request: it has no effect and is not stored. */
export function invalidRequest(
  message: string,
  details: Partial<StripeErrorBody> = {},
): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, ...details }, false)
}

/** A valid request that the object's state does not allow. */
export function invalidState(message: string, details: Partial<StripeErrorBody>): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, ...details }, true)
}

/** A table's row by its id. Throws StripeError 404. */
export function findRow<R>(
  table: { find(id: string): R | undefined },
  kind: string,
  id: string,
  param?: string,
): R {
  const row = table.find(id)
  if (!row) throw resourceMissing(kind, id, param)
  return row
}

export function resourceMissing(kind: string, id: string, param = 'id'): StripeError {
  const message = `No such ${kind}: '${id}'`
  const error = { type: 'invalid_request_error', code: 'resource_missing', message, param } as const
  return new StripeError(404, error, false)
}
