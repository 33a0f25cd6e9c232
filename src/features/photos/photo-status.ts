import type { PhotoUploads } from '@/client/store/upload-state'
import {
  type ApprovalImage,
  type DocumentType,
  documentTypes,
} from '@/domain/checkout/checkout-state'

/** How one of the four photos stands, for the customer. */
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
  /** The photo that is being looked at just now. */
  checking?: DocumentType | undefined
  /** Files that could not be used. */
  refused?: Partial<Record<DocumentType, unknown>>
}

/** What is under way counts more than what was sent before. */
export function photoStateOf(
  type: DocumentType,
  { images, uploads, checking, refused = {} }: PhotoFacts,
): PhotoState {
  if (checking === type) return 'checking'
  const upload = uploads[type]
  if (upload) return upload.state
  if (refused[type]) return 'rejected'
  const image = images.find(one => one.type === type)
  if (!image) return 'none'
  return image.needs_review ? 'review' : 'added'
}

const onWay: PhotoState[] = ['waiting', 'uploading', 'offline']
const there: PhotoState[] = ['added', 'review']

/** Whether the server has all four. */
export const areAllThere = (images: readonly ApprovalImage[]): boolean =>
  documentTypes.every(type => images.some(image => image.type === type))

/** Whether the customer has done all there is to do: every photo has arrived, or is on its way. */
export const areAllGiven = ({ images, uploads }: PhotoFacts): boolean =>
  documentTypes.every(type => {
    const state = photoStateOf(type, { images, uploads })
    return there.includes(state) || onWay.includes(state)
  })

/** The photo to take next: the first after this one, in a circle, that nothing was given for. */
export function nextPhoto(after: DocumentType, facts: PhotoFacts): DocumentType | undefined {
  const place = documentTypes.indexOf(after) + 1
  const circle = [...documentTypes.slice(place), ...documentTypes.slice(0, place - 1)]
  return circle.find(type => ['none', 'failed', 'rejected'].includes(photoStateOf(type, facts)))
}
