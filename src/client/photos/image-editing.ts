import { checkImageHeader, headBytes } from '@/domain/photos/image-header'
import { type Area, type Size, wholePicture } from '@/domain/photos/photo-crop'
import {
  detectPhotoFormat,
  magicNumberBytes,
  minPhotoSide,
  type PhotoErrorCode,
} from '@/domain/photos/photo-files'
import type { Pixels } from '@/domain/photos/photo-quality'
import { isTruncatedJpeg } from '@/domain/photos/truncated-jpeg'

/** A photo that was opened: upright, in memory, without the metadata of its file. */
export interface Picture extends Size {
  source: ImageBitmap | HTMLImageElement | Canvas
  /** SHA-256 of the file, in hex. */
  fingerprint: string
}

type Canvas = OffscreenCanvas | HTMLCanvasElement

/** More pixels than this on a side only fill the memory of phones. */
const maxDecodedSide = 4000
/** Photos are sent with this long a side at most. */
const maxUploadSide = 2000
const uploadQuality = 0.9

/** Opens a photo. Files that are no photo are told without opening them. */
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

/** Null when a file cannot be read: it is gone, or lies in a cloud that does not answer. */
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

/** Null where the browser has no such thing, or not for files. */
const decodeBitmap = (file: Blob): Promise<ImageBitmap | null> =>
  typeof createImageBitmap === 'undefined'
    ? Promise.resolve(null)
    : createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)

/** The other way to open a photo. Browsers turn pictures upright by themselves. */
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

/** Lets go of a picture's memory, which the browser would keep for long. */
export function closePicture({ source }: Picture): void {
  if ('close' in source) source.close()
}

/** The picture turned by a quarter, clockwise. */
export function rotateClockwise({ source, width, height, fingerprint }: Picture): Picture {
  const canvas = newCanvas({ width: height, height: width })
  const context = get2dContext(canvas)
  context.translate(height, 0)
  context.rotate(Math.PI / 2)
  context.drawImage(source, 0, 0, width, height)
  return { source: canvas, width: height, height: width, fingerprint }
}

/** A part of a picture, made smaller where its long side is longer than this many pixels. */
export function drawPicture<T extends Canvas = Canvas>(
  picture: Picture,
  { area = wholePicture, maxSide = maxUploadSide, canvas }: DrawOptions<T> = {},
): T {
  const width = area.width * picture.width
  const height = area.height * picture.height
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const size = { width: toWholePixels(width * scale), height: toWholePixels(height * scale) }
  const target = canvas ? Object.assign(canvas, size) : (newCanvas(size) as T)
  const context = get2dContext(target)
  // What is transparent in a PNG would be black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  const [x, y] = [area.x * picture.width, area.y * picture.height]
  context.drawImage(picture.source, x, y, width, height, 0, 0, size.width, size.height)
  return target
}

interface DrawOptions<T> {
  area?: Area
  maxSide?: number
  /** To draw on, instead of a new one. */
  canvas?: T
}

const toWholePixels = (length: number): number => Math.max(1, Math.round(length))

function newCanvas(size: Size): Canvas {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(size.width, size.height)
  return Object.assign(document.createElement('canvas'), size)
}

/** @throws where the device has no memory left for another canvas. */
function get2dContext(
  canvas: Canvas,
): CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D {
  const context = (canvas as HTMLCanvasElement).getContext('2d')
  if (!context) throw new Error('There is no canvas to draw on.')
  return context
}

/** The pixels of a part of a picture, at most this many on its long side. */
export function readPixels(picture: Picture, area: Area, maxSide: number): Pixels {
  const canvas = drawPicture(picture, { area, maxSide })
  const { width, height } = canvas
  return { data: get2dContext(canvas).getImageData(0, 0, width, height).data, width, height }
}

/** A drawing as a file. @throws when the browser cannot make one. */
export async function encodeCanvas(
  canvas: Canvas,
  type: 'image/jpeg' | 'image/png' = 'image/jpeg',
): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality: uploadQuality })
  const file = await new Promise<Blob | null>(resolve =>
    canvas.toBlob(resolve, type, uploadQuality),
  )
  if (!file) throw new Error('The picture could not be written.')
  return file
}

/** SHA-256 in hex; nothing in pages without encryption, which browsers give no cryptography. */
export async function computeFingerprint(file: Blob): Promise<string> {
  const digest = await crypto.subtle?.digest('SHA-256', await file.arrayBuffer())
  const bytes = new Uint8Array(digest ?? [])
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** What a camera shows at this moment, as a file. Never mirrored: only the customer's view of it is. */
export async function captureFrame(video: HTMLVideoElement): Promise<Blob> {
  const canvas = newCanvas({ width: video.videoWidth, height: video.videoHeight })
  get2dContext(canvas).drawImage(video, 0, 0)
  return encodeCanvas(canvas)
}
