import { toHex } from '@/client/browser/hex'
import type { DocumentType } from '@/domain/data/document-types'
import {
  checkImageHeader,
  detectPhotoFormat,
  headBytes,
  isTruncatedJpeg,
  magicNumberBytes,
  minPhotoSide,
} from '@/domain/photos/image-format'
import { type Area, type Size, wholePicture } from '@/domain/photos/photo-crop'
import type { PhotoErrorCode } from '@/domain/photos/photo-files'
import type { Pixels } from '@/domain/photos/photo-quality'

/** A decoded photo: upright and without the file's metadata. */
export interface Picture extends Size {
  source: ImageBitmap | HTMLImageElement | Canvas
  /** SHA-256 of the file, in hex. */
  fingerprint: string
}

type Canvas = OffscreenCanvas | HTMLCanvasElement

/** Longest side of a decoded photo in pixels: larger ones only fill the memory of phones. */
const maxDecodedSide = 4000
/** The whole picture is only looked at, and cropped anew where the customer's crop is wrong. */
const wholeUpload = { maxSide: 1600, quality: 0.8 }
/**
 * Longest side of a crop in pixels. The face is printed: 45 mm at 600 dots per inch. A licence is
 * read, a signature printed small: on an ID-1 card this is 475 dots per inch.
 */
const maxCropSides: Record<DocumentType, number> = {
  profile: 1063,
  license_front: 1600,
  license_back: 1600,
  signature: 1600,
}
const cropQuality = 0.9

/** Opens a photo. A file that is no photo is rejected by its header, without decoding. */
export async function openPicture(
  file: Blob,
): Promise<{ picture: Picture } | { wrong: PhotoErrorCode }> {
  const headerBytes = await readBytes(file.slice(0, headBytes))
  if (!headerBytes) return { wrong: 'broken' }
  const errorCode = checkImageHeader(file.size, headerBytes)
  if (errorCode) return { wrong: errorCode }
  const bytes = await readBytes(file)
  if (!bytes || isTruncatedJpeg(bytes)) return { wrong: 'broken' }
  try {
    const source = await decodeImage(file)
    if (Math.min(source.width, source.height) < minPhotoSide) return { wrong: 'small' }
    const { width, height } = source
    return { picture: { source, width, height, fingerprint: await computeFingerprint(file) } }
  } catch {
    const format = detectPhotoFormat(headerBytes.subarray(0, magicNumberBytes))
    return { wrong: 'wrong' in format ? format.wrong : 'broken' }
  }
}

/** Null if a file cannot be read, such as a deleted one or one in an unreachable cloud. */
const readBytes = (file: Blob): Promise<Uint8Array | null> =>
  file.arrayBuffer().then(
    buffer => new Uint8Array(buffer),
    () => null,
  )

async function decodeImage(file: Blob): Promise<ImageBitmap | HTMLImageElement> {
  const bitmap = await decodeBitmap(file)
  if (!bitmap) return loadImageElement(file)
  const longSide = Math.max(bitmap.width, bitmap.height)
  if (longSide <= maxDecodedSide) return bitmap
  const resizeWidth = Math.round((bitmap.width * maxDecodedSide) / longSide)
  const resizedBitmap = await createImageBitmap(bitmap, { resizeWidth, resizeQuality: 'high' })
  bitmap.close()
  return resizedBitmap
}

/** Null if the browser has no `createImageBitmap`, or none for files. */
const decodeBitmap = (file: Blob): Promise<ImageBitmap | null> =>
  typeof createImageBitmap === 'undefined'
    ? Promise.resolve(null)
    : createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)

/** Fallback decoder. Browsers apply the EXIF orientation automatically. */
async function loadImageElement(file: Blob): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

/** Frees the bitmap's memory, which the garbage collector would free late. */
export function closePicture({ source }: Picture): void {
  if ('close' in source) source.close()
}

/** The picture rotated by 90° clockwise. */
export function rotateClockwise({ source, width, height, fingerprint }: Picture): Picture {
  const canvas = newCanvas({ width: height, height: width })
  const context = get2dContext(canvas)
  context.translate(height, 0)
  context.rotate(Math.PI / 2)
  context.drawImage(source, 0, 0, width, height)
  return { source: canvas, width: height, height: width, fingerprint }
}

/** Draws an area of a picture, scaled down if its long side exceeds `maxSide` pixels. */
export function drawPicture<T extends Canvas = Canvas>(
  picture: Picture,
  { area = wholePicture, maxSide, canvas }: DrawOptions<T>,
): T {
  const width = area.width * picture.width
  const height = area.height * picture.height
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const size = { width: toWholePixels(width * scale), height: toWholePixels(height * scale) }
  const target = canvas ? Object.assign(canvas, size) : (newCanvas(size) as T)
  const context = get2dContext(target)
  // Transparent pixels of a PNG would become black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  const [x, y] = [area.x * picture.width, area.y * picture.height]
  context.drawImage(picture.source, x, y, width, height, 0, 0, size.width, size.height)
  return target
}

interface DrawOptions<T> {
  area?: Area
  maxSide: number
  /** Canvas to reuse. */
  canvas?: T
}

const toWholePixels = (length: number): number => Math.max(1, Math.round(length))

function newCanvas(size: Size): Canvas {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(size.width, size.height)
  return Object.assign(document.createElement('canvas'), size)
}

/** @throws if the device has no memory left for another canvas. */
function get2dContext(
  canvas: Canvas,
): CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D {
  const context = (canvas as HTMLCanvasElement).getContext('2d')
  if (!context) throw new Error('There is no canvas to draw on.')
  return context
}

/** The pixels of an area, at most `maxSide` on its long side. */
export function readPixels(picture: Picture, area: Area, maxSide: number): Pixels {
  const canvas = drawPicture(picture, { area, maxSide })
  const { width, height } = canvas
  return { data: get2dContext(canvas).getImageData(0, 0, width, height).data, width, height }
}

/** The files that are uploaded of a photo, with as many pixels as are needed. */
export async function encodeUpload(
  picture: Picture,
  area: Area,
  type: DocumentType,
): Promise<{ image: Blob; cropped: Blob }> {
  const { maxSide, quality } = wholeUpload
  const image = await encodeCanvas(drawPicture(picture, { maxSide }), 'image/jpeg', quality)
  const crop = drawPicture(picture, { area, maxSide: maxCropSides[type] })
  return { image, cropped: await encodeCanvas(crop) }
}

/** Encodes a canvas as a file. @throws if the browser cannot. */
export async function encodeCanvas(
  canvas: Canvas,
  type: 'image/jpeg' | 'image/png' = 'image/jpeg',
  quality = cropQuality,
): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality })
  const file = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, quality))
  if (!file) throw new Error('The picture could not be written.')
  return file
}

/** SHA-256 in hex; empty in insecure contexts, which have no `crypto.subtle`. */
export async function computeFingerprint(file: Blob): Promise<string> {
  const digest = await crypto.subtle?.digest('SHA-256', await file.arrayBuffer())
  return toHex(new Uint8Array(digest ?? []))
}

/** The current video frame as a file. Never mirrored: only the preview is. */
export async function captureFrame(video: HTMLVideoElement): Promise<Blob> {
  const canvas = newCanvas({ width: video.videoWidth, height: video.videoHeight })
  get2dContext(canvas).drawImage(video, 0, 0)
  return encodeCanvas(canvas)
}
