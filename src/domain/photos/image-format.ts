import type { Size } from '@/domain/photos/photo-crop'
import type { PhotoErrorCode } from '@/domain/photos/photo-files'

/** Most bytes of one uploaded file: a phone's photo has 2 to 8 MB. */
export const maxPhotoBytes = 10 * 1024 * 1024
/** Most pixels, 40 million: more would take too much of the server's memory. */
export const maxPhotoPixels = 40_000_000
/** In pixels; a shorter side shows nothing. */
export const minPhotoSide = 16

/** May exceed the server's limit: a chosen file is scaled down before the upload. */
export const maxChosenBytes = 30 * 1024 * 1024

export type PhotoFormat = 'jpeg' | 'png' | 'webp'

/** Bytes needed to detect the format. */
export const magicNumberBytes = 12
/** Bytes needed to read the size: a JPEG's may come after its metadata. */
export const headBytes = 256 * 1024

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

/**
 * Why a chosen file need not be decoded, by its length in bytes and its first `headBytes`; null if
 * it may be fine. HEIC passes: some browsers can decode it.
 */
export function checkImageHeader(bytes: number, head: Uint8Array): PhotoErrorCode | null {
  const detected = detectPhotoFormat(head.subarray(0, magicNumberBytes))
  if ('wrong' in detected && detected.wrong !== 'heic') return detected.wrong
  if (bytes > maxChosenBytes) return 'large'
  const size = readImageSize(head)
  return size && size.width * size.height > maxPhotoPixels ? 'pixels' : null
}

/**
 * The size in a photo's header, in pixels; null if the header has none. This runs in the browser:
 * the same readers of the package image-size weigh 740 bytes more and refuse JPEGs of SOF3 to SOF15.
 */
export function readImageSize(head: Uint8Array): Size | null {
  const detected = detectPhotoFormat(head)
  if (!('format' in detected)) return null
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  try {
    return readers[detected.format](view)
  } catch {
    // The size comes after these bytes: decoding the file will show it.
    return null
  }
}

const readers = { png: readPngSize, jpeg: readJpegSize, webp: readWebpSize }

function readPngSize(view: DataView): Size {
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/**
 * A JPEG is a sequence of segments; the frame header, SOF0 to SOF15 without three others, has the
 * size.
 */
function readJpegSize(view: DataView): Size | null {
  let offset = 2
  while (view.getUint8(offset) === 0xff) {
    const marker = view.getUint8(offset + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) }
    // Fill bytes of 0xff may come before a marker.
    offset += marker === 0xff ? 1 : 2 + view.getUint16(offset + 2)
  }
  return null
}

/** WebP has three formats: extended, lossless and lossy. */
function readWebpSize(view: DataView): Size | null {
  const kind = String.fromCharCode(...[12, 13, 14, 15].map(offset => view.getUint8(offset)))
  if (kind === 'VP8X') return { width: 1 + readUint24(view, 24), height: 1 + readUint24(view, 27) }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
  }
  if (kind !== 'VP8 ') return null
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

const readUint24 = (view: DataView, offset: number): number =>
  view.getUint16(offset, true) + (view.getUint8(offset + 2) << 16)

const startOfScan = 0xda
const endOfImage = 0xd9

/**
 * Whether a JPEG is cut off before its end-of-image (EOI) marker: browsers show the rest in grey.
 * Data after the picture and an embedded thumbnail do not matter. False for every other format.
 */
export function isTruncatedJpeg(bytes: Uint8Array): boolean {
  const detection = detectPhotoFormat(bytes)
  if (!('format' in detection) || detection.format !== 'jpeg') return false
  const scanOffset = findScanOffset(bytes)
  return scanOffset !== null && !hasEndMarker(bytes, scanOffset)
}

/** Offset of the first scan: the file's length if the file ends before a scan; null if the header is invalid. */
function findScanOffset(bytes: Uint8Array): number | null {
  let offset = 2
  while (offset + 3 < bytes.length) {
    if (bytes[offset] !== 0xff) return null
    const marker = bytes[offset + 1]
    if (marker === startOfScan) return offset
    // Fill bytes of 0xff may come before a marker.
    offset += marker === 0xff ? 1 : 2 + (bytes[offset + 2] ?? 0) * 256 + (bytes[offset + 3] ?? 0)
  }
  return bytes.length
}

/** In scan data, 0xff that starts no marker is followed by 0x00. */
function hasEndMarker(bytes: Uint8Array, from: number): boolean {
  for (
    let offset = bytes.indexOf(0xff, from);
    offset !== -1;
    offset = bytes.indexOf(0xff, offset + 1)
  )
    if (bytes[offset + 1] === endOfImage) return true
  return false
}
