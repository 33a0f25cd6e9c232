import type { FieldIssue } from '@/domain/input/field-issue'
import type { PhotoWrong } from '@/domain/photos/photo-files'
import { Failure, type FailureCode } from '@/server/infra/api-error'

/** How the call is refused; what is wrong with the photo itself is `unprocessable`. */
const codes: Partial<Record<PhotoWrong, FailureCode>> = {
  large: 'too_large',
  slow: 'too_slow',
  quota: 'rate_limited',
  busy: 'unavailable',
  unavailable: 'unavailable',
}

/** After so long, what has no room now probably has. */
const restSeconds = 10

/** The refusal of a photo, with its sentence's key. */
export function wrongPhoto(
  wrong: PhotoWrong,
  { field = 'image', retryAfterSeconds }: { field?: string; retryAfterSeconds?: number } = {},
): Failure {
  const code = codes[wrong] ?? 'unprocessable'
  const wait = retryAfterSeconds ?? (code === 'unavailable' ? restSeconds : undefined)
  return new Failure(code, {
    issues: [issueOf(wrong, field)],
    ...(wait !== undefined && { retryAfterSeconds: wait }),
  })
}

export const issueOf = (wrong: PhotoWrong, field = 'image'): FieldIssue => ({
  field,
  message: `photo.${wrong}`,
})
