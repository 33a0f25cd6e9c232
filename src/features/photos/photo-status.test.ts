import { expect, it } from 'vitest'
import type { PhotoUpload, PhotoUploads } from '@/client/store/upload-state'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import {
  areAllSubmitted,
  areAllUploaded,
  derivePhotoState,
  findNextPhoto,
} from '@/features/photos/photo-status'

const buildImage = (type: DocumentType, needs_review = false): ApprovalImage => ({
  id: type,
  type,
  revision: 1,
  needs_review,
})

const allImages = documentTypes.map(type => buildImage(type))
const listAllExcept = (type: DocumentType) => allImages.filter(image => image.type !== type)
const buildUpload = (state: PhotoUpload['state']) =>
  ({ picture: null, wrong: null, percent: 0, state }) as PhotoUpload

it.each([
  ['is missing', [], {}, 'none'],
  ['has arrived', [buildImage('profile')], {}, 'added'],
  ['has arrived against advice', [buildImage('profile', true)], {}, 'review'],
  ['is uploading', [], { profile: buildUpload('uploading') }, 'uploading'],
  [
    'is being replaced',
    [buildImage('profile')],
    { profile: buildUpload('uploading') },
    'uploading',
  ],
  ['waits for the network', [], { profile: buildUpload('offline') }, 'offline'],
  [
    'was rejected as a replacement',
    [buildImage('profile')],
    { profile: buildUpload('rejected') },
    'rejected',
  ],
] as [string, ApprovalImage[], PhotoUploads, string][])(
  'a photo that %s has this state',
  (_, images, uploads, state) => {
    expect(derivePhotoState('profile', { images, uploads })).toBe(state)
  },
)

it('a photo that is being checked has this state, whatever was there before', () => {
  const facts = { images: allImages, uploads: {}, checking: 'profile' as const }
  expect(derivePhotoState('profile', facts)).toBe('checking')
})

it('all photos are submitted when the last one is uploading, and uploaded when it has arrived', () => {
  const images = listAllExcept('signature')
  const uploads = { signature: buildUpload('offline') }
  expect(areAllSubmitted({ images, uploads: {} })).toBe(false)
  expect(areAllSubmitted({ images, uploads })).toBe(true)
  expect(areAllUploaded(images)).toBe(false)
  expect(areAllUploaded(allImages)).toBe(true)
})

it('a photo that could not be sent is not submitted', () => {
  const uploads = { signature: buildUpload('failed') }
  expect(areAllSubmitted({ images: listAllExcept('signature'), uploads })).toBe(false)
})

it('the next photo is the first missing one after the current, wrapping around', () => {
  expect(findNextPhoto('profile', { images: [], uploads: {} })).toBe('license_front')
  expect(findNextPhoto('signature', { images: listAllExcept('license_back'), uploads: {} })).toBe(
    'license_back',
  )
  expect(
    findNextPhoto('profile', { images: listAllExcept('profile'), uploads: {} }),
  ).toBeUndefined()
})
