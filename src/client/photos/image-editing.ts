import { headBytes, wrongWithFile } from '@/domain/photos/image-header'
import { type Area, type Size, wholePicture } from '@/domain/photos/photo-crop'
import {
  formatOf,
  leastPhotoSide,
  type PhotoWrong,
  telltaleBytes,
} from '@/domain/photos/photo-files'
import type { Pixels } from '@/domain/photos/photo-quality'
import { isCutShort } from '@/domain/photos/truncated-jpeg'

/** A photo that was opened: upright, in memory, without the metadata of its file. */
export interface Picture extends Size {
  source: ImageBitmap | HTMLImageElement | Canvas
  /** SHA-256 of the file, in hex. */
  fingerprint: string
}

type Canvas = OffscreenCanvas | HTMLCanvasElement

/** More pixels than this on a side only fill the memory of phones. */
const mostSide = 4000
/** Photos are sent with this long a side at most. */
const sentSide = 2000
const sentQuality = 0.9

/** Opens a photo. Files that are no photo are told without opening them. */
export async function openPicture(
  file: Blob,
): Promise<{ picture: Picture } | { wrong: PhotoWrong }> {
  const head = await bytesOf(file.slice(0, headBytes))
  if (!head) return { wrong: 'broken' }
  const wrong = wrongWithFile(file.size, head)
  if (wrong) return { wrong }
  const bytes = await bytesOf(file)
  if (!bytes || isCutShort(bytes)) return { wrong: 'broken' }
  try {
    const source = await decoded(file)
    if (Math.min(source.width, source.height) < leastPhotoSide) return { wrong: 'small' }
    const { width, height } = source
    return { picture: { source, width, height, fingerprint: await fingerprintOf(file) } }
  } catch {
    const format = formatOf(head.subarray(0, telltaleBytes))
    return { wrong: 'wrong' in format ? format.wrong : 'broken' }
  }
}

/** Null when a file cannot be read: it is gone, or lies in a cloud that does not answer. */
const bytesOf = (file: Blob): Promise<Uint8Array | null> =>
  file.arrayBuffer().then(
    buffer => new Uint8Array(buffer),
    () => null,
  )

async function decoded(file: Blob): Promise<ImageBitmap | HTMLImageElement> {
  const bitmap = await bitmapOf(file)
  if (!bitmap) return imageOf(file)
  const long = Math.max(bitmap.width, bitmap.height)
  if (long <= mostSide) return bitmap
  const resizeWidth = Math.round((bitmap.width * mostSide) / long)
  const smaller = await createImageBitmap(bitmap, { resizeWidth, resizeQuality: 'high' })
  bitmap.close()
  return smaller
}

/** Null where the browser has no such thing, or not for files. */
const bitmapOf = (file: Blob): Promise<ImageBitmap | null> =>
  typeof createImageBitmap === 'undefined'
    ? Promise.resolve(null)
    : createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)

/** The other way to open a photo. Browsers turn pictures upright by themselves. */
async function imageOf(file: Blob): Promise<HTMLImageElement> {
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
export function turned({ source, width, height, fingerprint }: Picture): Picture {
  const canvas = newCanvas({ width: height, height: width })
  const context = contextOf(canvas)
  context.translate(height, 0)
  context.rotate(Math.PI / 2)
  context.drawImage(source, 0, 0, width, height)
  return { source: canvas, width: height, height: width, fingerprint }
}

/** A part of a picture, made smaller where its long side is longer than this many pixels. */
export function drawn<T extends Canvas = Canvas>(
  picture: Picture,
  { area = wholePicture, longest = sentSide, canvas }: Drawing<T> = {},
): T {
  const width = area.width * picture.width
  const height = area.height * picture.height
  const scale = Math.min(1, longest / Math.max(width, height))
  const size = { width: whole(width * scale), height: whole(height * scale) }
  const target = canvas ? Object.assign(canvas, size) : (newCanvas(size) as T)
  const context = contextOf(target)
  // What is transparent in a PNG would be black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  const [x, y] = [area.x * picture.width, area.y * picture.height]
  context.drawImage(picture.source, x, y, width, height, 0, 0, size.width, size.height)
  return target
}

interface Drawing<T> {
  area?: Area
  longest?: number
  /** To draw on, instead of a new one. */
  canvas?: T
}

const whole = (length: number): number => Math.max(1, Math.round(length))

function newCanvas(size: Size): Canvas {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(size.width, size.height)
  return Object.assign(document.createElement('canvas'), size)
}

/** @throws where the device has no memory left for another canvas. */
function contextOf(canvas: Canvas): CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D {
  const context = (canvas as HTMLCanvasElement).getContext('2d')
  if (!context) throw new Error('There is no canvas to draw on.')
  return context
}

/** The pixels of a part of a picture, at most this many on its long side. */
export function pixelsOf(picture: Picture, area: Area, longest: number): Pixels {
  const canvas = drawn(picture, { area, longest })
  const { width, height } = canvas
  return { data: contextOf(canvas).getImageData(0, 0, width, height).data, width, height }
}

/** A drawing as a file. @throws when the browser cannot make one. */
export async function fileOf(
  canvas: Canvas,
  type: 'image/jpeg' | 'image/png' = 'image/jpeg',
): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality: sentQuality })
  const file = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, sentQuality))
  if (!file) throw new Error('The picture could not be written.')
  return file
}

/** SHA-256 in hex; nothing in pages without encryption, which browsers give no cryptography. */
export async function fingerprintOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle?.digest('SHA-256', await file.arrayBuffer())
  const bytes = new Uint8Array(digest ?? [])
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** What a camera shows at this moment, as a file. Never mirrored: only the customer's view of it is. */
export async function shotOf(video: HTMLVideoElement): Promise<Blob> {
  const canvas = newCanvas({ width: video.videoWidth, height: video.videoHeight })
  contextOf(canvas).drawImage(video, 0, 0)
  return fileOf(canvas)
}
