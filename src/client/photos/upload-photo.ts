import type { DetailedError } from 'tus-js-client'
import {
  buildUrl,
  fetchResponse,
  parseResponse,
  toApiClientError,
  withTimeout,
} from '@/client/api/api-client'
import { ApiClientError } from '@/client/api/api-client-error'
import { doublingDelayMs } from '@/client/browser/doubling-delay'
import type { NewPhoto } from '@/client/photos/pending-photos-db'
import { parseJson } from '@/client/store/draft-storage'
import type { UploadState } from '@/client/store/upload-state'
import type { ApiPath, Infer } from '@/contract/api-call'
import {
  addApprovalImage,
  changeApprovalImage,
  readPhotoUpload,
  startPhotoUpload,
} from '@/contract/approval-images'
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
  /** Id of an upload that an earlier attempt has begun. */
  uploadId?: string | undefined
}

export interface UploadOptions {
  onProgress: (percent: number) => void
  /** An upload has begun; with its id the next attempt sends only the rest. */
  onStarted: (uploadId: string) => void
  signal: AbortSignal
}

interface AttemptOptions extends UploadOptions {
  /** The server has this many bytes. */
  onStored: (bytes: number) => void
}

export type SentPhoto = Infer<typeof addApprovalImage.response>

const maxAttempts = 4
/**
 * Bytes of one request. A proxy that holds requests back until they are whole loses no more than
 * this when the connection breaks; 70 s are enough for it at 8 kB per second.
 */
const chunkBytes = 524_288
/** Longer than the server's own limit for reading a request. */
const chunkTimeoutMs = 70_000
/** Longer than the server's limits for drawing and storing a photo. */
const storeTimeoutMs = 130_000

/**
 * Sends one photo once: the bytes that the server does not have yet, then the photo's answers.
 * Throws only `ApiClientError`.
 */
export async function uploadPhoto(
  photo: PhotoUploadRequest,
  options: AttemptOptions,
): Promise<SentPhoto> {
  return storePhoto(photo, await sendBytes(photo, options), options.signal)
}

const buildQuery = ({ checkout }: PhotoUploadRequest): Record<string, string> =>
  checkout === undefined ? {} : { checkout }

/** Sends the photo and its crop as one resumable upload and returns its id. */
async function sendBytes(
  photo: PhotoUploadRequest,
  { onProgress, onStarted, onStored, signal }: AttemptOptions,
): Promise<string> {
  const { Upload } = await loadTus()
  const { image, cropped, uploadId } = photo
  const file = new Blob(cropped ? [image, cropped] : [image])
  const resolveUrl = (path: ApiPath, id = '') =>
    new URL(buildUrl(path, { id }, buildQuery(photo)), window.location.href).href
  return new Promise((resolve, reject) => {
    const readId = () => upload.url?.match(/([^/]+)\/(?:\?|$)/)?.[1] ?? ''
    const fail = (kind: 'offline' | 'timeout') => reject(createConnectionError(kind))
    const upload = new Upload(file, {
      endpoint: resolveUrl(startPhotoUpload.path),
      uploadUrl: uploadId ? resolveUrl(readPhotoUpload.path, uploadId) : null,
      chunkSize: chunkBytes,
      // The queue repeats, waits for the network and remembers the upload itself.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: request => {
        Object.assign(request.getUnderlyingObject() as XMLHttpRequest, {
          timeout: chunkTimeoutMs,
          ontimeout: () => fail('timeout'),
        })
      },
      onUploadUrlAvailable: () => onStarted(readId()),
      onAfterResponse: (request, response) => {
        // The library would start again; an outage ends, and the upload is still there.
        if (request.getMethod() === readPhotoUpload.method && response.getStatus() >= 500)
          throw createConnectionError('offline')
        onStored(Number(response.getHeader('Upload-Offset')))
      },
      // Capped at 99: 100 needs the stored photo.
      onProgress: (sent, total) => onProgress(Math.min(99, Math.round((100 * sent) / total))),
      onSuccess: () => resolve(readId()),
      onError: error => reject(toUploadError(error)),
    })
    signal.addEventListener('abort', () => {
      void upload.abort()
      fail('offline')
    })
    if (signal.aborted) fail('offline')
    else upload.start()
  })
}

const createConnectionError = (kind: 'offline' | 'timeout') =>
  new ApiClientError(kind, 0, { detail: kind })

const loadTus = () =>
  import('tus-js-client').catch(() => {
    throw createConnectionError('offline')
  })

/** The server's refusal in an error of the protocol. */
function toUploadError(error: Error | DetailedError): ApiClientError {
  if (!('originalResponse' in error) || !error.originalResponse)
    return createConnectionError('offline')
  const { originalRequest: request, originalResponse: response } = error
  const status = response.getStatus()
  // The order is gone only if no upload can be started. One that is gone is started again, and a
  // server without this header is of another version.
  const isStart = request.getMethod() === startPhotoUpload.method
  if (status === 404 && !(isStart && response.getHeader('Tus-Version')))
    return new ApiClientError('fault', status, { detail: readPhotoUpload.path })
  const retryAfter = response.getHeader('Retry-After')
  const headers = new Headers(retryAfter ? { 'Retry-After': retryAfter } : {})
  return toApiClientError({ status, headers }, parseJson(response.getBody()) ?? {})
}

/** Has the server make a photo of a complete upload. */
async function storePhoto(
  photo: PhotoUploadRequest,
  upload: string,
  signal: AbortSignal,
): Promise<SentPhoto> {
  const { method, path } = photo.replaces ? changeApprovalImage : addApprovalImage
  const url = buildUrl(path, { id: photo.replaces ?? '' }, { ...buildQuery(photo), upload })
  const form = new FormData()
  form.append('type', photo.type)
  form.append('needs_review', String(photo.needsReview))
  form.append('image_bytes', String(photo.image.size))
  const response = await fetchResponse(url, {
    method,
    headers: { 'Idempotency-Key': photo.key },
    body: form,
    signal: withTimeout(signal, storeTimeoutMs),
  })
  return parseResponse(response, addApprovalImage)
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

/**
 * Uploads a photo; retries temporary failures. An attempt after which the server has more of the
 * photo than before does not count, so that a slow connection gets there in the end.
 */
export async function uploadWithRetry(
  photo: PhotoUploadRequest,
  options: UploadOptions,
  deps: UploadDeps,
): Promise<UploadOutcome> {
  const { signal } = options
  let { uploadId } = photo
  let storedBytes = 0
  for (let attempt = 1; ; attempt += 1) {
    if (navigator.onLine === false) return { state: 'offline' }
    const storedBefore = storedBytes
    const attemptOptions = {
      ...options,
      onStarted: (id: string) => {
        if (id !== uploadId) options.onStarted(id)
        uploadId = id
      },
      onStored: (bytes: number) => {
        storedBytes = Math.max(storedBytes, bytes)
      },
    }
    try {
      return { state: 'sent', photo: await sendOnce({ ...photo, uploadId }, attemptOptions, deps) }
    } catch (error) {
      if (signal.aborted) return toStoppedOutcome(signal)
      const outcome = toFinalOutcome(error)
      if (outcome) return outcome
      if (storedBytes > storedBefore) attempt = 1
      else if (attempt === maxAttempts) return { state: 'failed', wrong: readPhotoErrorCode(error) }
      await deps.delay(doublingDelayMs(attempt), signal)
      if (signal.aborted) return toStoppedOutcome(signal)
    }
  }
}

async function sendOnce(
  photo: PhotoUploadRequest,
  { signal, onProgress, ...callbacks }: AttemptOptions,
  { upload }: UploadDeps,
): Promise<SentPhoto> {
  const options = {
    ...callbacks,
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
