import { newPaypalId } from '@/sandbox/ids'

interface Detail {
  issue: string
  description?: string
  field?: string
  location?: string
}

/** An error response; the request had no effect. */
export class PaypalError extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
    readonly details: Detail[] = [],
  ) {
    super(message)
  }

  /** The response body. */
  toJSON(): object {
    const { reason: name, message, details } = this
    return { name, details, message, debug_id: newPaypalId(13).toLowerCase(), links: [] }
  }
}

/** 422: the object's state, or a business rule, does not allow the request. */
export function unprocessable(issue: string, description: string): PaypalError {
  const message =
    'The requested action could not be performed, semantically incorrect, or failed business validation.'
  return new PaypalError(422, 'UNPROCESSABLE_ENTITY', message, [{ issue, description }])
}

export function notFound(): PaypalError {
  return new PaypalError(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', [
    {
      issue: 'INVALID_RESOURCE_ID',
      description:
        'Specified resource ID does not exist. Please check the resource ID and try again.',
    },
  ])
}

/** A table's row by its id. Throws PaypalError 404. */
export function findRow<R>(table: { find(id: string): R | undefined }, id: string): R {
  const row = table.find(id)
  if (!row) throw notFound()
  return row
}

/** 400: a malformed request, or one with an invalid field. */
export function invalidRequest(field: string, description: string): PaypalError {
  const message = 'Request is not well-formed, syntactically incorrect, or violates schema.'
  const detail = { field, location: 'body', issue: 'INVALID_PARAMETER_SYNTAX', description }
  return new PaypalError(400, 'INVALID_REQUEST', message, [detail])
}

export function requestInProgress(): PaypalError {
  const message = 'The server has detected a conflict while processing this request.'
  const issue = 'PREVIOUS_REQUEST_IN_PROGRESS'
  return new PaypalError(409, 'RESOURCE_CONFLICT', message, [{ issue }])
}

export const tooManyRequests = (): PaypalError =>
  new PaypalError(429, 'RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.')

export const internalError = (): PaypalError =>
  new PaypalError(500, 'INTERNAL_SERVER_ERROR', 'An internal server error has occurred.')
