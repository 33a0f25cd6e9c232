import type { Metadata, Sharp } from 'sharp'
import {
  maxPhotoPixels,
  minPhotoSide,
  type PhotoErrorCode,
  type PhotoFormat,
} from '@/domain/photos/photo-files'
import { createPhotoError } from '@/server/photos/photo-errors'

/** Longest sides in pixels: of what is kept, and of what is shown. */
const maxPhotoSide = 2_000
const previewSide = 320
const quality = 88
/** Four bytes for each pixel there may be; photos whose pixels have more may have fewer of them. */
const maxDecodedBytes = 4 * maxPhotoPixels
/** Drawing one picture may take so long. */
const timeoutSeconds = 15

/**
 * A photo drawn anew as JPEG: upright, on white, at most 2000 pixels long. Nothing of the file it came in
 * is left: no place, no device, no hidden parts.
 * @throws an `ApiError` for what is no photo of its format, or too large to be drawn.
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

/** A picture of ours, small. */
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
    // The first picture of a moving one.
    pages: 1,
    limitInputPixels: maxPhotoPixels,
    limitInputChannels: 4,
    // Not `warning`: whole photos of many phones come with one, and nothing of the file is kept.
    failOn: 'error',
    sequentialRead: true,
  })
}

/** What the head of the file says against drawing it: no pixel is read for that. */
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

/** Memory that drawing takes: usually far less, but some files can only be opened as a whole. */
function estimateDecodedBytes({ width, height, channels, depth, isProgressive }: Metadata): number {
  return width * height * channels * (isProgressive || depth !== 'uchar' ? 2 : 1)
}

/** Loaded with the first photo. Its cache would only keep customers' photos in memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}
