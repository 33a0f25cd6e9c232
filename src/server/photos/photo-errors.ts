import type { FieldIssue } from '@/domain/input/field-issue'
import type { PhotoErrorCode } from '@/domain/photos/photo-files'
import { ApiError, type ApiErrorCode } from '@/server/infra/api-error'

/** API error code by problem; a problem of the photo itself is `unprocessable`. */
const codes: Partial<Record<PhotoErrorCode, ApiErrorCode>> = {
  large: 'too_large',
  slow: 'too_slow',
  quota: 'rate_limited',
  busy: 'unavailable',
  unavailable: 'unavailable',
}

/** A busy server probably has room after this time. */
const busyRetryAfterSeconds = 10

/** The API error for a photo, with the key of its message. */
export function createPhotoError(
  problem: PhotoErrorCode,
  { field = 'image', retryAfterSeconds }: { field?: string; retryAfterSeconds?: number } = {},
): ApiError {
  const code = codes[problem] ?? 'unprocessable'
  const waitSeconds =
    retryAfterSeconds ?? (code === 'unavailable' ? busyRetryAfterSeconds : undefined)
  return new ApiError(code, {
    issues: [toPhotoIssue(problem, field)],
    ...(waitSeconds !== undefined && { retryAfterSeconds: waitSeconds }),
  })
}

export const toPhotoIssue = (problem: PhotoErrorCode, field = 'image'): FieldIssue => ({
  field,
  message: `photo.${problem}`,
})

/** Ignores a refusal; other errors are rethrown. */
export function ignoreApiError(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error
}
