import { detectPhotoFormat } from '@/domain/photos/photo-files'

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
