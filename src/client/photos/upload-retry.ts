import { ApiClientError } from '@/client/api/api-client'
import { doublingDelayMs } from '@/client/browser/doubling-delay'
import type { PendingPhoto } from '@/client/photos/pending-photos-db'
import type { SentPhoto } from '@/client/photos/upload-photo'
import type { UploadContext, UploadQueueDeps } from '@/client/photos/upload-queue-types'
import type { UploadState } from '@/client/store/upload-state'
import { type PhotoErrorCode, photoErrorCodes } from '@/domain/photos/photo-files'

const maxAttempts = 4

/** Result of an upload: sent, waiting or failed, refused, stopped, or the order is gone. */
export type UploadOutcome =
  | UploadState
  | { state: 'sent'; photo: SentPhoto }
  | { state: 'stopped' | 'gone' }

interface RetryOptions {
  context: UploadContext
  deps: UploadQueueDeps
  signal: AbortSignal
  onProgress: (percent: number) => void
}

/** Uploads a photo; retries temporary failures. */
export async function uploadWithRetry(
  photo: PendingPhoto,
  options: RetryOptions,
): Promise<UploadOutcome> {
  const { deps, signal } = options
  for (let attempt = 1; ; attempt += 1) {
    if (navigator.onLine === false) return { state: 'offline' }
    try {
      return { state: 'sent', photo: await sendOnce(photo, options) }
    } catch (error) {
      if (signal.aborted) return toStoppedOutcome(signal)
      const outcome = toFinalOutcome(error)
      if (outcome) return outcome
      if (attempt === maxAttempts) return { state: 'failed', wrong: readPhotoErrorCode(error) }
      await deps.delay(doublingDelayMs(attempt), signal)
      if (signal.aborted) return toStoppedOutcome(signal)
    }
  }
}

async function sendOnce(
  photo: PendingPhoto,
  { context, deps, signal, onProgress }: RetryOptions,
): Promise<SentPhoto> {
  const uploadOptions = {
    signal,
    onProgress: (percent: number) => signal.aborted || onProgress(percent),
  }
  const replaces = context.getImages().find(image => image.type === photo.type)?.id
  const request = { ...photo, checkout: context.getCheckoutToken() }
  uploadOptions.onProgress(0)
  if (replaces === undefined) return deps.upload({ ...request, replaces }, uploadOptions)
  try {
    return await deps.upload({ ...request, replaces }, uploadOptions)
  } catch (error) {
    // The photo was deleted in another tab: add instead of replace.
    if (!isNotFound(error) || signal.aborted) throw error
    return deps.upload({ ...request, replaces: undefined }, uploadOptions)
  }
}

const toStoppedOutcome = ({ reason }: AbortSignal): UploadOutcome => ({
  state: reason === 'offline' ? 'offline' : 'stopped',
})

/**
 * The outcome of an error that ends the retries: the server will never accept this photo, or the
 * limit is reached. Undefined if a retry can help.
 */
function toFinalOutcome(error: unknown): UploadOutcome | undefined {
  if (!(error instanceof ApiClientError)) throw error
  const { kind, status, code } = error
  if (code === 'not_found' || code === 'closed') return { state: 'gone' }
  if (code === 'rate_limited') return { state: 'failed', wrong: 'quota' }
  if (status === 413) return { state: 'rejected', wrong: readPhotoErrorCode(error) ?? 'large' }
  if (kind === 'refused' && status === 422)
    return { state: 'rejected', wrong: readPhotoErrorCode(error) ?? 'broken' }
  return undefined
}

/** The photo error in the server's refusal. */
function readPhotoErrorCode(error: unknown): PhotoErrorCode | null {
  const issues = error instanceof ApiClientError ? (error.refusal.issues ?? []) : []
  const messages = issues.map(({ message }) => message.replace(/^photo\./, ''))
  return photoErrorCodes.find(photoCode => messages.includes(photoCode)) ?? null
}

/** Whether the server answered `not_found`. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiClientError && error.code === 'not_found'
