import type { Size } from '@/domain/photos/photo-crop'
import {
  detectPhotoFormat,
  magicNumberBytes,
  maxPhotoPixels,
  type PhotoErrorCode,
} from '@/domain/photos/photo-files'

/** So many bytes from the start of a file tell its size: a JPEG's may stand behind its metadata. */
export const headBytes = 256 * 1024

/** A chosen file is made smaller before it is sent, so that it may be larger than what the server takes. */
export const maxChosenBytes = 30 * 1024 * 1024

/**
 * What makes a chosen file not worth opening, by its length in bytes and its first `headBytes`. A HEIC
 * photo passes: some browsers can read it.
 */
export function checkImageHeader(bytes: number, head: Uint8Array): PhotoErrorCode | null {
  const detected = detectPhotoFormat(head.subarray(0, magicNumberBytes))
  if ('wrong' in detected && detected.wrong !== 'heic') return detected.wrong
  if (bytes > maxChosenBytes) return 'large'
  const size = readImageSize(head)
  return size && size.width * size.height > maxPhotoPixels ? 'pixels' : null
}

/** The size a file of a photo says it has, in pixels; null when it does not say so in its head. */
export function readImageSize(head: Uint8Array): Size | null {
  const detected = detectPhotoFormat(head)
  if (!('format' in detected)) return null
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  try {
    return readers[detected.format](view)
  } catch {
    // The head ends before the size: opening the file will tell.
    return null
  }
}

const readers = { png: readPngSize, jpeg: readJpegSize, webp: readWebpSize }

function readPngSize(view: DataView): Size {
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** A JPEG is a row of segments; the frame header, SOF0 to SOF15 without three others, has the size. */
function readJpegSize(view: DataView): Size | null {
  let offset = 2
  while (view.getUint8(offset) === 0xff) {
    const marker = view.getUint8(offset + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) }
    // Bytes of 0xff may fill the room before a marker.
    offset += marker === 0xff ? 1 : 2 + view.getUint16(offset + 2)
  }
  return null
}

/** WebP has three kinds: with extras, without loss, and the plain one. */
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
