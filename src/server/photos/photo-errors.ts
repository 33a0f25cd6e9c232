import type { FieldIssue } from '@/domain/input/field-issue'
import type { PhotoErrorCode } from '@/domain/photos/photo-files'
import { ApiError, type ApiErrorCode } from '@/server/infra/api-error'

/** How the call is refused; what is wrong with the photo itself is `unprocessable`. */
const codes: Partial<Record<PhotoErrorCode, ApiErrorCode>> = {
  large: 'too_large',
  slow: 'too_slow',
  quota: 'rate_limited',
  busy: 'unavailable',
  unavailable: 'unavailable',
}

/** After so long, what has no room now probably has. */
const busyRetryAfterSeconds = 10

/** The refusal of a photo, with its sentence's key. */
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
