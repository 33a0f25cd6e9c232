import type { Infer } from '@/contract/api-call'
import type { errorBody } from '@/contract/shared'

/** Why a call failed. With `offline` and `timeout` it is unknown whether the server acted. */
export class ApiClientError extends Error {
  override readonly name = 'ApiClientError'

  constructor(
    readonly kind: 'refused' | 'fault' | 'offline' | 'timeout',
    readonly status: number,
    readonly refusal: Infer<typeof errorBody>,
    /** Seconds to wait after a rate-limited call. */
    readonly retryAfterSeconds = 0,
  ) {
    super(refusal.detail)
  }

  get code(): string | undefined {
    return this.refusal.code
  }
}
