import type { Size } from '@/domain/photos/photo-crop'
import {
  formatOf,
  mostPhotoPixels,
  type PhotoWrong,
  telltaleBytes,
} from '@/domain/photos/photo-files'

/** So many bytes from the start of a file tell its size: a JPEG's may stand behind its metadata. */
export const headBytes = 256 * 1024

/** A chosen file is made smaller before it is sent, so that it may be larger than what the server takes. */
export const mostChosenBytes = 30 * 1024 * 1024

/**
 * What makes a chosen file not worth opening, by its length in bytes and its first `headBytes`. A HEIC
 * photo passes: some browsers can read it.
 */
export function wrongWithFile(bytes: number, head: Uint8Array): PhotoWrong | null {
  const found = formatOf(head.subarray(0, telltaleBytes))
  if ('wrong' in found && found.wrong !== 'heic') return found.wrong
  if (bytes > mostChosenBytes) return 'large'
  const size = sizeIn(head)
  return size && size.width * size.height > mostPhotoPixels ? 'pixels' : null
}

/** The size a file of a photo says it has, in pixels; null when it does not say so in its head. */
export function sizeIn(head: Uint8Array): Size | null {
  const found = formatOf(head)
  if (!('format' in found)) return null
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  try {
    return readers[found.format](view)
  } catch {
    // The head ends before the size: opening the file will tell.
    return null
  }
}

const readers = { png: sizeOfPng, jpeg: sizeOfJpeg, webp: sizeOfWebp }

function sizeOfPng(view: DataView): Size {
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** A JPEG is a row of segments; the frame header, SOF0 to SOF15 without three others, has the size. */
function sizeOfJpeg(view: DataView): Size | null {
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // Bytes of 0xff may fill the room before a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return null
}

/** WebP has three kinds: with extras, without loss, and the plain one. */
function sizeOfWebp(view: DataView): Size | null {
  const kind = String.fromCharCode(...[12, 13, 14, 15].map(at => view.getUint8(at)))
  if (kind === 'VP8X') return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
  }
  if (kind !== 'VP8 ') return null
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
