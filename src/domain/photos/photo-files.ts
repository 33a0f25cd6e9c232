import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import { findStep } from '@/domain/checkout/steps'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'

/** Errors of a photo or its upload: the last part of the message's key. */
export const photoErrorCodes = [
  'missing',
  'empty',
  'type',
  'heic',
  'large',
  'pixels',
  'small',
  'broken',
  'kind',
  'quota',
  'busy',
  'slow',
  'unavailable',
] as const
export type PhotoErrorCode = (typeof photoErrorCodes)[number]

/** The virtual page of each photo, sent to analytics. */
export const photoPaths: Record<DocumentType, string> = {
  profile: '/verify-identity/upload-selfie/',
  license_front: '/verify-identity/upload-license-front/',
  license_back: '/verify-identity/upload-license-back/',
  signature: '/verify-identity/upload-signature/',
}

/** The address of a photo's part of the step. */
export const buildPhotoRoute = (type: DocumentType): string =>
  `${findStep('upload-photos').route}?doc=${type}`

/** The address of a photo's preview, which the customer's cookie opens. */
export const buildPreviewUrl = ({ id, revision }: ApprovalImage): string =>
  `/checkouts/backend/api/approval-images/${id}/preview/?r=${revision}`

/** The photo types that are not uploaded. */
export const findMissingPhotoTypes = (images: readonly { type: DocumentType }[]): DocumentType[] =>
  documentTypes.filter(type => !images.some(image => image.type === type))

/** The types of photos that the checks advised against and the customer used anyway. */
export const findDoubtfulPhotoTypes = (
  images: readonly Pick<ApprovalImage, 'type' | 'needs_review'>[],
): DocumentType[] =>
  documentTypes.filter(type => images.some(image => image.type === type && image.needs_review))

/** The order's photos with this one added or replaced by type. */
export const withPhoto = (
  images: readonly ApprovalImage[],
  image: ApprovalImage,
): ApprovalImage[] => [...images.filter(({ type }) => type !== image.type), image]
