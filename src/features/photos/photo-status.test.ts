import { describe, expect, it } from 'vitest'
import type { PhotoUpload, PhotoUploads } from '@/client/store/upload-state'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import {
  areAllSubmitted,
  areAllUploaded,
  countPhotos,
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

describe('the next photo', () => {
  it.each([
    ['the first missing one', [], undefined, 'profile'],
    ['the first missing one after the last taken', [], 'profile', 'license_front'],
    ['found at the start again', listAllExcept('license_back'), 'signature', 'license_back'],
    [
      'the last taken itself if only that is missing',
      listAllExcept('profile'),
      'profile',
      'profile',
    ],
    ['none when nothing is missing', allImages, 'profile', undefined],
  ] as [string, ApprovalImage[], DocumentType | undefined, DocumentType | undefined][])(
    'is %s',
    (_, images, previous, next) => {
      expect(findNextPhoto({ images, uploads: {} }, previous)).toBe(next)
    },
  )

  it('is not the one that failed while others are missing', () => {
    const uploads = { profile: buildUpload('failed') }
    expect(findNextPhoto({ images: [], uploads }, 'profile')).toBe('license_front')
  })
})

it('photos are counted as arrived or on their way', () => {
  const images = [buildImage('profile'), buildImage('license_front')]
  const uploads = { license_front: buildUpload('uploading'), signature: buildUpload('offline') }
  expect(countPhotos({ images, uploads })).toEqual({ added: 1, pending: 2 })
})
