import * as schema from 'zod/mini'
import { ApiClientError, buildUrl, toApiClientError } from '@/client/api/api-client'
import { parseJson } from '@/client/store/draft-storage'
import type { Infer } from '@/contract/api-call'
import { addApprovalImage, changeApprovalImage } from '@/contract/approval-images'
import type { DocumentType } from '@/domain/checkout/checkout-state'

export interface PhotoUploadRequest {
  type: DocumentType
  key: string
  image: Blob
  cropped: Blob | null
  needsReview: boolean
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
