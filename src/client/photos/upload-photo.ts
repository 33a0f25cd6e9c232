import * as schema from 'zod/mini'
import { buildUrl, toApiClientError } from '@/client/api/api-client'
import { ApiClientError } from '@/client/api/api-client-error'
import { doublingDelayMs } from '@/client/browser/doubling-delay'
import type { NewPhoto } from '@/client/photos/pending-photos-db'
import { parseJson } from '@/client/store/draft-storage'
import type { UploadState } from '@/client/store/upload-state'
import type { Infer } from '@/contract/api-call'
import { addApprovalImage, changeApprovalImage } from '@/contract/approval-images'
import type { DocumentType } from '@/domain/data/document-types'
import { type PhotoErrorCode, photoErrorCodes } from '@/domain/photos/photo-files'

export interface PhotoUploadRequest extends NewPhoto {
  type: DocumentType
  /** Idempotency key. */
  key: string
  /** Id of the photo to replace. */
  replaces: string | undefined
  /** The order's token; undefined on a hand-off device. */
  checkout: string | undefined
}

export interface UploadOptions {
  onProgress: (percent: number) => void
  signal: AbortSignal
}

export type SentPhoto = Infer<typeof addApprovalImage.response>

const maxAttempts = 4
/** Longer than the server's own limit for reading two files. */
const timeoutMs = 130_000

/** Sends one photo once. Throws only `ApiClientError`. */
export function uploadPhoto(photo: PhotoUploadRequest, { onProgress, signal }: UploadOptions) {
  return new Promise<SentPhoto>((resolve, reject) => {
    const { method, path } = photo.replaces ? changeApprovalImage : addApprovalImage
    const request = new XMLHttpRequest()
    const fail = (kind: 'offline' | 'timeout') => () =>
      reject(new ApiClientError(kind, 0, { detail: kind }))
    request.open(
      method,
      buildUrl(
        path,
        { id: photo.replaces ?? '' },
        photo.checkout === undefined ? {} : { checkout: photo.checkout },
      ),
    )
    request.setRequestHeader('Idempotency-Key', photo.key)
    request.timeout = timeoutMs
    // Capped at 99: 100 needs the server's response.
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(Math.min(99, Math.round((100 * loaded) / total)))
    request.onload = () => {
      try {
        resolve(parseResponse(request))
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = fail('offline')
    request.onabort = fail('offline')
    request.ontimeout = fail('timeout')
    signal.addEventListener('abort', () => request.abort())
    request.send(buildFormData(photo))
  })
}

function buildFormData({ type, image, cropped, needsReview }: PhotoUploadRequest): FormData {
  const form = new FormData()
  form.append('type', type)
  form.append('needs_review', String(needsReview))
  form.append('image', image, 'image')
  if (cropped) form.append('cropped_image', cropped, 'cropped_image')
  return form
}

function parseResponse(request: XMLHttpRequest): SentPhoto {
  const { status } = request
  const json = parseJson(request.responseText) ?? {}
  if (status < 200 || status > 299) {
    const retryAfter = request.getResponseHeader('Retry-After')
    throw toApiClientError(
      { status, headers: new Headers(retryAfter ? { 'Retry-After': retryAfter } : {}) },
      json,
    )
  }
  const result = schema.safeParse(addApprovalImage.response, json)
  if (!result.success) throw new ApiClientError('fault', status, { detail: addApprovalImage.path })
  return result.data
}

/** Result of an upload: sent, waiting or failed, refused, stopped, or the order is gone or closed. */
type UploadOutcome =
  | UploadState
  | { state: 'sent'; photo: SentPhoto }
  | { state: 'stopped' | 'gone' }

/** The network and the clock, replaced in tests. */
export interface UploadDeps {
  upload: typeof uploadPhoto
  /** Waits, or returns early when the signal aborts. */
  delay: (delayMs: number, signal: AbortSignal) => Promise<void>
}

/** Uploads a photo; retries temporary failures. */
export async function uploadWithRetry(
  photo: PhotoUploadRequest,
  options: UploadOptions,
  deps: UploadDeps,
): Promise<UploadOutcome> {
  const { signal } = options
  for (let attempt = 1; ; attempt += 1) {
    if (navigator.onLine === false) return { state: 'offline' }
    try {
      return { state: 'sent', photo: await sendOnce(photo, options, deps) }
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
  photo: PhotoUploadRequest,
  { signal, onProgress }: UploadOptions,
  { upload }: UploadDeps,
): Promise<SentPhoto> {
  const options = {
    signal,
    onProgress: (percent: number) => signal.aborted || onProgress(percent),
  }
  options.onProgress(0)
  try {
    return await upload(photo, options)
  } catch (error) {
    // The photo was deleted in another tab: add instead of replace.
    if (photo.replaces === undefined || !isNotFound(error) || signal.aborted) throw error
    return upload({ ...photo, replaces: undefined }, options)
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
  if (code === 'not_found' || code === 'closed' || code === 'refunded') return { state: 'gone' }
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
