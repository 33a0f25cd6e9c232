import { detectPhotoFormat } from '@/domain/photos/photo-files'

const startOfScan = 0xda
const endOfImage = 0xd9

/**
 * Whether a JPEG ends in the middle of its picture: browsers show what there is, and grey for the rest.
 * What follows the picture's end does not matter, nor does the small picture some carry in their head.
 * False for every other format.
 */
export function isTruncatedJpeg(bytes: Uint8Array): boolean {
  const detected = detectPhotoFormat(bytes)
  if (!('format' in detected) || detected.format !== 'jpeg') return false
  const scan = findScan(bytes)
  return scan !== null && !hasEndMarker(bytes, scan)
}

/** Where the first scan begins: the file's end when it stops before; null when its head makes no sense. */
function findScan(bytes: Uint8Array): number | null {
  let offset = 2
  while (offset + 3 < bytes.length) {
    if (bytes[offset] !== 0xff) return null
    const marker = bytes[offset + 1]
    if (marker === startOfScan) return offset
    // Bytes of 0xff may fill the room before a marker.
    offset += marker === 0xff ? 1 : 2 + (bytes[offset + 2] ?? 0) * 256 + (bytes[offset + 3] ?? 0)
  }
  return bytes.length
}

/** In a scan 0xff is never followed by a marker's byte unless it is one. */
function hasEndMarker(bytes: Uint8Array, from: number): boolean {
  for (
    let offset = bytes.indexOf(0xff, from);
    offset !== -1;
    offset = bytes.indexOf(0xff, offset + 1)
  )
    if (bytes[offset + 1] === endOfImage) return true
  return false
}
