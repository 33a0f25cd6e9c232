import { formatOf } from '@/domain/photos/photo-files'

const startOfScan = 0xda
const endOfImage = 0xd9

/**
 * Whether a JPEG ends in the middle of its picture: browsers show what there is, and grey for the rest.
 * What follows the picture's end does not matter, nor does the small picture some carry in their head.
 * False for every other format.
 */
export function isCutShort(bytes: Uint8Array): boolean {
  const found = formatOf(bytes)
  if (!('format' in found) || found.format !== 'jpeg') return false
  const scan = scanIn(bytes)
  return scan !== null && !hasEnd(bytes, scan)
}

/** Where the first scan begins: the file's end when it stops before; null when its head makes no sense. */
function scanIn(bytes: Uint8Array): number | null {
  let at = 2
  while (at + 3 < bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]
    if (marker === startOfScan) return at
    // Bytes of 0xff may fill the room before a marker.
    at += marker === 0xff ? 1 : 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
  }
  return bytes.length
}

/** In a scan 0xff is never followed by a marker's byte unless it is one. */
function hasEnd(bytes: Uint8Array, from: number): boolean {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === endOfImage) return true
  return false
}
