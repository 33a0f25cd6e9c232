import * as schema from 'zod/mini'
import { CallFailure, refused, urlOf } from '@/client/api/api-client'
import { jsonIn } from '@/client/store/draft-storage'
import { addApprovalImage, changeApprovalImage } from '@/contract/approval-images'
import type { Infer } from '@/contract/call'
import type { DocumentType } from '@/domain/checkout/checkout-state'

export interface PhotoToSend {
  type: DocumentType
  key: string
  image: Blob
  cropped: Blob | null
  needsReview: boolean
  /** The photo it takes the place of. */
  replaces: string | undefined
  /** The order's token; a device that was let in for photos alone sends none. */
  checkout: string | undefined
}

export interface Sending {
  onProgress: (percent: number) => void
  signal: AbortSignal
}

export type SentPhoto = Infer<typeof addApprovalImage.answer>

/** The server reads two files for at most so long; after that nothing more comes of it. */
const timeoutMs = 130_000

/** Sends one photo once. Throws a `CallFailure`, nothing else. */
export function uploadPhoto(photo: PhotoToSend, { onProgress, signal }: Sending) {
  return new Promise<SentPhoto>((resolve, reject) => {
    const { method, path } = photo.replaces ? changeApprovalImage : addApprovalImage
    const request = new XMLHttpRequest()
    const fail = (kind: 'offline' | 'timeout') => () =>
      reject(new CallFailure(kind, 0, { detail: kind }))
    request.open(
      method,
      urlOf(path, {
        params: { id: photo.replaces ?? '' },
        query: photo.checkout === undefined ? {} : { checkout: photo.checkout },
      }),
    )
    request.setRequestHeader('Idempotency-Key', photo.key)
    request.timeout = timeoutMs
    // The last of it is the server's work: only its answer makes it whole.
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(Math.min(99, Math.round((100 * loaded) / total)))
    request.onload = () => {
      try {
        resolve(answerOf(request))
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = fail('offline')
    request.onabort = fail('offline')
    request.ontimeout = fail('timeout')
    signal.addEventListener('abort', () => request.abort())
    request.send(formOf(photo))
  })
}

function formOf({ type, image, cropped, needsReview }: PhotoToSend): FormData {
  const form = new FormData()
  form.append('type', type)
  form.append('needs_review', String(needsReview))
  form.append('image', image, 'image')
  if (cropped) form.append('cropped_image', cropped, 'cropped_image')
  return form
}

function answerOf(request: XMLHttpRequest): SentPhoto {
  const { status } = request
  const json = jsonIn(request.responseText) ?? {}
  if (status < 200 || status > 299) {
    const wait = request.getResponseHeader('Retry-After')
    throw refused({ status, headers: new Headers(wait ? { 'Retry-After': wait } : {}) }, json)
  }
  const answer = schema.safeParse(addApprovalImage.answer, json)
  if (!answer.success) throw new CallFailure('fault', status, { detail: addApprovalImage.path })
  return answer.data
}
