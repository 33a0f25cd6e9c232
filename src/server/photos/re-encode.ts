import type { Metadata, Sharp } from 'sharp'
import {
  maxPhotoPixels,
  minPhotoSide,
  type PhotoErrorCode,
  type PhotoFormat,
} from '@/domain/photos/photo-files'
import { createPhotoError } from '@/server/photos/photo-errors'

/** Longest sides in pixels: of the stored image and of the preview. */
const maxPhotoSide = 2_000
const previewSide = 320
const quality = 88
/** Four bytes per pixel; photos with more bytes per pixel may have fewer pixels. */
const maxDecodedBytes = 4 * maxPhotoPixels
/** Timeout of encoding one image. */
const timeoutSeconds = 15

/**
 * Re-encodes a photo as JPEG: upright, on white, at most 2000 pixels long. Nothing else of the file
 * remains: no location, no device, no hidden data.
 * @throws an `ApiError` when the file is not a photo of its format, is too small or too large, or
 * takes too long.
 */
export async function reEncode(
  { path, format }: { path: string; format: PhotoFormat },
  field: string,
): Promise<Buffer> {
  const photo = await openPicture(path)
  const problem = await findHeaderProblem(photo, format)
  if (problem) throw createPhotoError(problem, { field })
  try {
    return await encodeJpeg(photo.clone().autoOrient(), maxPhotoSide)
  } catch (error) {
    throw createPhotoError(/^timeout/.test((error as Error).message) ? 'busy' : 'broken', { field })
  }
}

/** The preview of a re-encoded image. */
export async function encodePreview(picture: Buffer): Promise<Buffer> {
  return encodeJpeg((await loadSharp())(picture), previewSide)
}

const encodeJpeg = (photo: Sharp, maxSide: number): Promise<Buffer> =>
  photo
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg({ quality })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer()

async function openPicture(path: string): Promise<Sharp> {
  return (await loadSharp())(path, {
    // The first frame of an animation.
    pages: 1,
    limitInputPixels: maxPhotoPixels,
    limitInputChannels: 4,
    // Not `warning`: intact photos of many phones cause one, and the file itself is not stored.
    failOn: 'error',
    sequentialRead: true,
  })
}

/** Checks the file's header; no pixels are decoded. */
async function findHeaderProblem(
  photo: Sharp,
  format: PhotoFormat,
): Promise<PhotoErrorCode | undefined> {
  try {
    const metadata = await photo.clone().metadata()
    if (metadata.format !== format) return 'broken'
    if (estimateDecodedBytes(metadata) > maxDecodedBytes) return 'pixels'
    return Math.min(metadata.width, metadata.height) < minPhotoSide ? 'small' : undefined
  } catch (error) {
    return /pixel limit/.test((error as Error).message) ? 'pixels' : 'broken'
  }
}

/** Memory for decoding: usually far less, but some files can only be decoded as a whole. */
function estimateDecodedBytes({ width, height, channels, depth, isProgressive }: Metadata): number {
  return width * height * channels * (isProgressive || depth !== 'uchar' ? 2 : 1)
}

/** Imported with the first photo. Its cache would only hold customers' photos in memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}
