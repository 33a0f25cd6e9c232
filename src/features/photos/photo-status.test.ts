import { expect, it } from 'vitest'
import type { PhotoUpload, PhotoUploads } from '@/client/store/upload-state'
import {
  type ApprovalImage,
  type DocumentType,
  documentTypes,
} from '@/domain/checkout/checkout-state'
import { areAllGiven, areAllThere, nextPhoto, photoStateOf } from '@/features/photos/photo-status'

const sent = (type: DocumentType, needs_review = false): ApprovalImage => ({
  id: type,
  type,
  revision: 1,
  needs_review,
})

const all = documentTypes.map(type => sent(type))
const allBut = (type: DocumentType) => all.filter(image => image.type !== type)
const upload = (state: PhotoUpload['state']) =>
  ({ picture: null, wrong: null, percent: 0, state }) as PhotoUpload

it.each([
  ['is not added', [], {}, 'none'],
  ['has arrived', [sent('profile')], {}, 'added'],
  ['has arrived against advice', [sent('profile', true)], {}, 'review'],
  ['is sent', [], { profile: upload('uploading') }, 'uploading'],
  ['is replaced', [sent('profile')], { profile: upload('uploading') }, 'uploading'],
  ['waits for the network', [], { profile: upload('offline') }, 'offline'],
  [
    'was refused in its replacement',
    [sent('profile')],
    { profile: upload('rejected') },
    'rejected',
  ],
] as [string, ApprovalImage[], PhotoUploads, string][])(
  'a photo that %s says so',
  (_, images, uploads, state) => {
    expect(photoStateOf('profile', { images, uploads })).toBe(state)
  },
)

it('a photo that is looked at just now says so, whatever there was', () => {
  const facts = { images: all, uploads: {}, checking: 'profile' as const }
  expect(photoStateOf('profile', facts)).toBe('checking')
})

it('everything is given once the last photo is on its way, and there once it has arrived', () => {
  const images = allBut('signature')
  const uploads = { signature: upload('offline') }
  expect(areAllGiven({ images, uploads: {} })).toBe(false)
  expect(areAllGiven({ images, uploads })).toBe(true)
  expect(areAllThere(images)).toBe(false)
  expect(areAllThere(all)).toBe(true)
})

it('a photo that could not be sent is not given', () => {
  const uploads = { signature: upload('failed') }
  expect(areAllGiven({ images: allBut('signature'), uploads })).toBe(false)
})

it('the next photo is the first after this one that is missing, in a circle', () => {
  expect(nextPhoto('profile', { images: [], uploads: {} })).toBe('license_front')
  expect(nextPhoto('signature', { images: allBut('license_back'), uploads: {} })).toBe(
    'license_back',
  )
  expect(nextPhoto('profile', { images: allBut('profile'), uploads: {} })).toBeUndefined()
})
