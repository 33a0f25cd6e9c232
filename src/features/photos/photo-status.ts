import type { PhotoUploads } from '@/client/store/upload-state'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'

/** State of one of the four photos, as the customer sees it. */
export type PhotoState =
  | 'none'
  | 'checking'
  | 'waiting'
  | 'uploading'
  | 'offline'
  | 'failed'
  | 'rejected'
  | 'review'
  | 'added'

export interface PhotoFacts {
  images: readonly ApprovalImage[]
  uploads: PhotoUploads
  /** The photo that is being checked. */
  checking?: DocumentType | undefined
  /** Files that cannot be used. */
  errors?: Partial<Record<DocumentType, unknown>>
}

/** A check, upload or error takes precedence over the stored photo. */
export function derivePhotoState(
  type: DocumentType,
  { images, uploads, checking, errors = {} }: PhotoFacts,
): PhotoState {
  if (checking === type) return 'checking'
  const upload = uploads[type]
  if (upload) return upload.state
  if (errors[type]) return 'rejected'
  const image = images.find(candidate => candidate.type === type)
  if (!image) return 'none'
  return image.needs_review ? 'review' : 'added'
}

const pendingStates: PhotoState[] = ['waiting', 'uploading', 'offline']
const uploadedStates: PhotoState[] = ['added', 'review']

/** Whether all four are on the server. */
export const areAllUploaded = (images: readonly ApprovalImage[]): boolean =>
  documentTypes.every(type => images.some(image => image.type === type))

/** Whether every photo is uploaded or uploading. */
export const areAllSubmitted = ({ images, uploads }: PhotoFacts): boolean =>
  documentTypes.every(type => {
    const state = derivePhotoState(type, { images, uploads })
    return uploadedStates.includes(state) || pendingStates.includes(state)
  })

/**
 * The photo to take next: the first missing one after `previous`, wrapping around. A photo that
 * fails while the customer takes the others is therefore the last.
 */
export function findNextPhoto(
  facts: PhotoFacts,
  previous?: DocumentType,
): DocumentType | undefined {
  const startIndex = previous ? documentTypes.indexOf(previous) + 1 : 0
  const candidates = [...documentTypes.slice(startIndex), ...documentTypes.slice(0, startIndex)]
  return candidates.find(type => isMissing(derivePhotoState(type, facts)))
}

/** Whether the customer has to take the photo, or to take it again. */
export const isMissing = (state: PhotoState): boolean =>
  ['none', 'failed', 'rejected'].includes(state)

/** How many photos are on the server, and how many are on their way. */
export function countPhotos({ images, uploads }: PhotoFacts): { added: number; pending: number } {
  const states = documentTypes.map(type => derivePhotoState(type, { images, uploads }))
  const count = (counted: PhotoState[]) => states.filter(state => counted.includes(state)).length
  return { added: count(uploadedStates), pending: count(pendingStates) }
}
