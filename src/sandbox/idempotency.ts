import { createHash } from 'node:crypto'
import type { Row, Store } from '@/sandbox/store'
import { refused, StripeFailure } from '@/sandbox/stripe/failure'

export interface Answer {
  status: number
  body: string
}

interface SavedAnswer extends Row, Answer {
  fingerprint: string
  requestId: string
}

export interface Claim {
  /** The answer given the first time, when there was one. */
  saved: SavedAnswer | undefined
  /** Stages the answer, to be committed with what the request changed. */
  save(answer: Answer): void
  release(): void
}

export interface Idempotency {
  /** Throws StripeFailure: 400 for other parameters, 409 while the first call is running. */
  claim(key: string, request: { content: string; requestId: string }): Claim
}

const LONGEST_KEY = 255

/** Remembers, per key, what was answered the first time: successes, declines and 500s alike. */
export function openIdempotency(store: Store): Idempotency {
  const answers = store.table<SavedAnswer>('answers')
  const running = new Map<string, string>()
  return {
    claim(key, { content, requestId }) {
      if (key.length > LONGEST_KEY) {
        throw refused(`The idempotency key is longer than ${LONGEST_KEY} characters.`)
      }
      const fingerprint = createHash('sha256').update(content).digest('base64url')
      const saved = answers.find(key)
      const first = saved?.fingerprint ?? running.get(key)
      if (first !== undefined && first !== fingerprint) throw otherParameters(key)
      if (running.has(key)) throw stillRunning(key)
      if (!saved) running.set(key, fingerprint)
      return {
        saved,
        save: answer => answers.put({ id: key, fingerprint, requestId, ...answer }),
        release: () => running.delete(key),
      }
    },
  }
}

function otherParameters(key: string): StripeFailure {
  const message =
    'Keys for idempotent requests can only be used with the same parameters they were first ' +
    `used with. Try using a key other than '${key}' if you meant to execute a different request.`
  return new StripeFailure(400, { type: 'idempotency_error', message }, false)
}

/** The same key is being answered. */
export function stillRunning(key: string): StripeFailure {
  const message =
    `There is currently another in-progress request using this Idempotent Key (${key}). ` +
    'Try again later.'
  const error = { type: 'idempotency_error', code: 'idempotency_key_in_use', message } as const
  return new StripeFailure(409, error, false)
}
