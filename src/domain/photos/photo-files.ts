import {
  type ApprovalImage,
  type DocumentType,
  documentTypes,
} from '@/domain/checkout/checkout-state'
import { findStep } from '@/domain/checkout/steps'

/** Most bytes of one uploaded file: a phone's photo has 2 to 8 MB. */
export const maxPhotoBytes = 10 * 1024 * 1024
/** Most pixels, 40 million: more would take too much of the server's memory. */
export const maxPhotoPixels = 40_000_000
/** In pixels; a shorter side shows nothing. */
export const minPhotoSide = 16

export type PhotoFormat = 'jpeg' | 'png' | 'webp'

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

/** Bytes needed to detect the format. */
export const magicNumberBytes = 12

/**
 * The format by its first bytes, or the error for a format that is not accepted. File names are
 * ignored.
 */
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

/** HEIF brands in files of iPhones and some Android phones. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']

const startsWith = (bytes: Uint8Array, start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

const readAscii = (bytes: Uint8Array, offset: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(offset, offset + length))

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

/** The photo types that are not uploaded. */
export const findMissingPhotoTypes = (images: readonly { type: DocumentType }[]): DocumentType[] =>
  documentTypes.filter(type => !images.some(image => image.type === type))

/** The order's photos with this one added or replaced by type. */
export const withPhoto = (
  images: readonly ApprovalImage[],
  image: ApprovalImage,
): ApprovalImage[] => [...images.filter(({ type }) => type !== image.type), image]
