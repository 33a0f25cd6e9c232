import type { Metadata, Sharp } from 'sharp'
import {
  leastPhotoSide,
  mostPhotoPixels,
  type PhotoFormat,
  type PhotoWrong,
} from '@/domain/photos/photo-files'
import { wrongPhoto } from '@/server/photos/photo-errors'

/** Longest sides in pixels: of what is kept, and of what is shown. */
const keptSide = 2_000
const previewSide = 320
const quality = 88
/** Four bytes for each pixel there may be; photos whose pixels have more may have fewer of them. */
const mostBytesToDraw = 4 * mostPhotoPixels
/** Drawing one picture may take so long. */
const mostSeconds = 15

/**
 * A photo drawn anew as JPEG: upright, on white, at most 2000 pixels long. Nothing of the file it came in
 * is left: no place, no device, no hidden parts.
 * @throws a `Failure` for what is no photo of its format, or too large to be drawn.
 */
export async function redrawn(
  { path, format }: { path: string; format: PhotoFormat },
  field: string,
): Promise<Buffer> {
  const photo = await pictureAt(path)
  const wrong = await wrongBefore(photo, format)
  if (wrong) throw wrongPhoto(wrong, { field })
  try {
    return await drawn(photo.clone().autoOrient(), keptSide)
  } catch (error) {
    throw wrongPhoto(/^timeout/.test((error as Error).message) ? 'busy' : 'broken', { field })
  }
}

/** A picture of ours, small. */
export async function previewOf(picture: Buffer): Promise<Buffer> {
  return drawn((await library())(picture), previewSide)
}

const drawn = (photo: Sharp, longestSide: number): Promise<Buffer> =>
  photo
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg({ quality })
    .timeout({ seconds: mostSeconds })
    .toBuffer()

async function pictureAt(path: string): Promise<Sharp> {
  return (await library())(path, {
    // The first picture of a moving one.
    pages: 1,
    limitInputPixels: mostPhotoPixels,
    limitInputChannels: 4,
    // Not `warning`: whole photos of many phones come with one, and nothing of the file is kept.
    failOn: 'error',
    sequentialRead: true,
  })
}

/** What the head of the file says against drawing it: no pixel is read for that. */
async function wrongBefore(photo: Sharp, format: PhotoFormat): Promise<PhotoWrong | undefined> {
  try {
    const found = await photo.clone().metadata()
    if (found.format !== format) return 'broken'
    if (bytesToDraw(found) > mostBytesToDraw) return 'pixels'
    return Math.min(found.width, found.height) < leastPhotoSide ? 'small' : undefined
  } catch (error) {
    return /pixel limit/.test((error as Error).message) ? 'pixels' : 'broken'
  }
}

/** Memory that drawing takes: usually far less, but some files can only be opened as a whole. */
function bytesToDraw({ width, height, channels, depth, isProgressive }: Metadata): number {
  return width * height * channels * (isProgressive || depth !== 'uchar' ? 2 : 1)
}

/** Loaded with the first photo. Its cache would only keep customers' photos in memory. */
async function library() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}
