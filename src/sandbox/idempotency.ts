import { createHash } from 'node:crypto'
import type { Row, Store } from '@/sandbox/store'
import { invalidRequest, StripeError } from '@/sandbox/stripe/api-error'

export interface ApiResponse {
  status: number
  body: string
}

interface SavedResponse extends Row, ApiResponse {
  fingerprint: string
}

export interface Claim {
  /** The stored response of the first call, if there is one. */
  saved: SavedResponse | undefined
  /** Stages the response, to be committed with the request's changes. */
  save(response: ApiResponse): void
  release(): void
}

export interface Idempotency {
  /** Throws StripeError: 400 for other parameters, 409 while the first call is running. */
  claim(key: string, content: string): Claim
}

const MAX_KEY_LENGTH = 255

/** Stores the first response per key: successes, declines and 500s alike. */
export function openIdempotency(store: Store): Idempotency {
  const responses = store.table<SavedResponse>('answers')
  const running = new Map<string, string>()
  return {
    claim(key, content) {
      if (key.length > MAX_KEY_LENGTH) {
        throw invalidRequest(`The idempotency key is longer than ${MAX_KEY_LENGTH} characters.`)
      }
      const fingerprint = createHash('sha256').update(content).digest('base64url')
      const saved = responses.find(key)
      const firstFingerprint = saved?.fingerprint ?? running.get(key)
      if (firstFingerprint !== undefined && firstFingerprint !== fingerprint)
        throw parameterMismatchError(key)
      if (running.has(key)) throw keyInUseError(key)
      if (!saved) running.set(key, fingerprint)
      return {
        saved,
        save: response => responses.put({ id: key, fingerprint, ...response }),
        release: () => running.delete(key),
      }
    },
  }
}

function parameterMismatchError(key: string): StripeError {
  const message =
    'Keys for idempotent requests can only be used with the same parameters they were first ' +
    `used with. Try using a key other than '${key}' if you meant to execute a different request.`
  return new StripeError(400, { type: 'idempotency_error', message }, false)
}

/** A call with the same key is still running. */
export function keyInUseError(key: string): StripeError {
  const message =
    `There is currently another in-progress request using this Idempotent Key (${key}). ` +
    'Try again later.'
  const error = { type: 'idempotency_error', code: 'idempotency_key_in_use', message } as const
  return new StripeError(409, error, false)
}
