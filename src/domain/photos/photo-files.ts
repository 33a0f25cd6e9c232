import {
  type ApprovalImage,
  type DocumentType,
  documentTypes,
} from '@/domain/checkout/checkout-state'
import { findStep } from '@/domain/checkout/steps'

/** Photos as customers send them. */

/** Most bytes of one file: a phone's photo has 2 to 8 MB. */
export const maxPhotoBytes = 10 * 1024 * 1024
/** Most pixels, 40 million: beyond that a picture costs a server more memory than a photo is worth. */
export const maxPhotoPixels = 40_000_000
/** What is shorter on a side than this many pixels shows nothing. */
export const minPhotoSide = 16

export type PhotoFormat = 'jpeg' | 'png' | 'webp'

/** What can be wrong with a photo, or with its way here: the last part of its message's key. */
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

/** So many bytes of a file say what it is. */
export const magicNumberBytes = 12

/** What a file is by its first bytes: a format that is taken, or what is wrong with it. Names say nothing. */
export function detectPhotoFormat(
  head: Uint8Array,
): { format: PhotoFormat } | { wrong: 'empty' | 'type' | 'heic' } {
  if (head.length === 0) return { wrong: 'empty' }
  if (startsWith(head, [0xff, 0xd8, 0xff])) return { format: 'jpeg' }
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return { format: 'png' }
  if (readAscii(head, 0, 4) === 'RIFF' && readAscii(head, 8, 4) === 'WEBP')
    return { format: 'webp' }
  const isHeic = readAscii(head, 4, 4) === 'ftyp' && heicBrands.includes(readAscii(head, 8, 4))
  return { wrong: isHeic ? 'heic' : 'type' }
}

/** How files of iPhones, and of some Android phones, call themselves. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']

const startsWith = (bytes: Uint8Array, start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

const readAscii = (bytes: Uint8Array, offset: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(offset, offset + length))

/** The virtual page of each photo's own part of the step, told to analytics (SPEC 2). */
export const photoPaths: Record<DocumentType, string> = {
  profile: '/verify-identity/upload-selfie/',
  license_front: '/verify-identity/upload-license-front/',
  license_back: '/verify-identity/upload-license-back/',
  signature: '/verify-identity/upload-signature/',
}

/** The address of a part of the photo step. */
export const buildPhotoRoute = (type: DocumentType): string =>
  `${findStep('upload-photos').route}?doc=${type}`

/** The photos that are not there. */
export const findMissingPhotoTypes = (images: readonly { type: DocumentType }[]): DocumentType[] =>
  documentTypes.filter(type => !images.some(image => image.type === type))

/** The photos of an order after one more has come: it takes the place of the one of its type. */
export const withPhoto = (
  images: readonly ApprovalImage[],
  image: ApprovalImage,
): ApprovalImage[] => [...images.filter(({ type }) => type !== image.type), image]
