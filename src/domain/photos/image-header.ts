import type { Size } from '@/domain/photos/photo-crop'
import {
  detectPhotoFormat,
  magicNumberBytes,
  maxPhotoPixels,
  type PhotoErrorCode,
} from '@/domain/photos/photo-files'

/** Bytes needed to read the size: a JPEG's may come after its metadata. */
export const headBytes = 256 * 1024

/** May exceed the server's limit: a chosen file is scaled down before the upload. */
export const maxChosenBytes = 30 * 1024 * 1024

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
