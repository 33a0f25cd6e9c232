import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Metadata, Sharp } from 'sharp'
import { maxPhotoPixels, minPhotoSide, type PhotoFormat } from '@/domain/photos/image-format'
import type { PhotoErrorCode } from '@/domain/photos/photo-files'
import type { Backend } from '@/server/backend'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import { ApiError } from '@/server/infra/api-error'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { consumeLimit, type RateLimit } from '@/server/limits/rate-limit'
import {
  type PhotoForm,
  type PhotoFormOptions,
  parsePhotoForm,
  type UploadedFile,
} from '@/server/photos/multipart-form'
import { createPhotoError } from '@/server/photos/photo-errors'
import type { Pictures } from '@/server/photos/photo-repository'

/** Four photos, each retaken several times. */
const checkoutUploadLimit: RateLimit = { name: 'photos', maxHits: 40, windowSeconds: 86_400 }
/** A family, or an office, shares an address. */
const addressUploadLimit: RateLimit = { name: 'photos-address', maxHits: 300, windowSeconds: 3_600 }

/** Reading forms takes little memory, but disk space. */
const readSlots = createSemaphore({
  concurrency: 40,
  maxPerCaller: 8,
  maxQueued: 100,
  queueTimeoutMs: 20_000,
})
/** Encoding takes memory: some 30 MB per photo, and 160 MB for a crafted one. */
const encodeSlots = createSemaphore({
  concurrency: 2,
  maxPerCaller: Number.POSITIVE_INFINITY,
  maxQueued: 80,
  queueTimeoutMs: 30_000,
})

/** Longest sides in pixels: of the stored image and of the preview. */
const maxPhotoSide = 2_000
const previewSide = 320
const jpegQuality = 88
/** Four bytes per pixel; photos with more bytes per pixel may have fewer pixels. */
const maxDecodedBytes = 4 * maxPhotoPixels
/** Timeout of encoding one image. */
const encodeTimeoutSeconds = 15

/** The request of a form. */
interface UploadSource {
  request: IncomingMessage
  /** The network address. */
  address: string
}

/** Counts an upload before it is read. Throws `rate_limited` after too many. */
export async function countUpload(
  backend: Backend,
  { id }: Pick<CheckoutRow, 'id'>,
  address: string,
): Promise<void> {
  try {
    await consumeLimit(backend, checkoutUploadLimit, id)
    await consumeLimit(backend, addressUploadLimit, address)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { retryAfterSeconds } = error.details
    throw createPhotoError('quota', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
  }
}

/**
 * Runs a task that reads a photo from the network, when a place is free. It gets to know whether
 * others wait. Throws `unavailable` when what it reads cannot be stored.
 */
export async function withReadSlot<T>(
  { log }: Backend,
  address: string,
  task: (isContended: () => boolean) => Promise<T>,
): Promise<T> {
  await readSlots.acquire(address)
  try {
    return await task(readSlots.hasQueued)
  } catch (error) {
    if (error instanceof ApiError) throw error
    log.error(
      { event: 'photo.upload_failed', ...toSafeLog(error) },
      'an uploaded photo could not be processed',
    )
    throw createPhotoError('unavailable')
  } finally {
    readSlots.release(address)
  }
}

/** Parses a form with files, runs the handler and deletes the files. */
export async function withForm<T>(
  backend: Backend,
  { request, address }: UploadSource,
  options: Omit<PhotoFormOptions, 'folder' | 'isContended'>,
  handler: (form: PhotoForm) => Promise<T>,
): Promise<T> {
  const folder = join(backend.env.dataDir, incomingFolder)
  const form = await withReadSlot(backend, address, isContended =>
    parsePhotoForm(request, { folder, isContended, ...options }),
  )
  try {
    return await handler(form)
  } finally {
    await form.cleanUp()
  }
}

/**
 * Below the data folder: files during their request. Older ones were left by a process that died.
 */
export const incomingFolder = 'incoming'

/** Re-encodes the images of one photo. Throws an `ApiError` with the field of the faulty file. */
export async function encodePictures(image: FormFile, cropped?: FormFile): Promise<Pictures> {
  const imageFile = requireFile(image)
  const croppedFile = cropped && requireFile(cropped)
  await encodeSlots.acquire()
  try {
    const encodedImage = await reEncode(imageFile, image.field)
    const encodedCropped =
      croppedFile && cropped ? await reEncode(croppedFile, cropped.field) : null
    return {
      image: encodedImage,
      cropped: encodedCropped,
      preview: await encodePreview(encodedCropped ?? encodedImage),
    }
  } finally {
    encodeSlots.release()
  }
}

interface FormFile {
  field: string
  file: UploadedFile | undefined
}

/** The uploaded file. Throws when it is missing or refused. */
function requireFile({ field, file }: FormFile) {
  if (!file) throw createPhotoError('missing', { field })
  if ('wrong' in file) throw createPhotoError(file.wrong, { field })
  return file
}

/**
 * Re-encodes a photo as JPEG: upright, on white, at most 2000 pixels long. Nothing else of the file
 * remains: no location, no device, no hidden data.
 * @throws an `ApiError` when the file is not a photo of its format, is too small or too large, or
 * takes too long.
 */
async function reEncode(
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
async function encodePreview(picture: Buffer): Promise<Buffer> {
  return encodeJpeg((await loadSharp())(picture), previewSide)
}

const encodeJpeg = (photo: Sharp, maxSide: number): Promise<Buffer> =>
  photo
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg({ quality: jpegQuality })
    .timeout({ seconds: encodeTimeoutSeconds })
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

interface SemaphoreOptions {
  /** Tasks that run at the same time. */
  concurrency: number
  /** Running and queued tasks of one caller. */
  maxPerCaller: number
  /** Tasks that wait for a slot. */
  maxQueued: number
  /** How long a task waits for a slot. */
  queueTimeoutMs: number
}

/**
 * Limits the tasks that run at the same time in this process. `acquire` throws `unavailable` with a
 * retry time when no slot is free in time; after a successful one, `release` must follow.
 */
export function createSemaphore(options: SemaphoreOptions) {
  let activeCount = 0
  const countByCaller = new Map<string, number>()
  const queue = new Set<() => void>()

  const acquire = async (caller = ''): Promise<void> => {
    const callerCount = countByCaller.get(caller) ?? 0
    const isFree = activeCount < options.concurrency
    if (callerCount >= options.maxPerCaller || (!isFree && queue.size >= options.maxQueued))
      throw createPhotoError('busy')
    countByCaller.set(caller, callerCount + 1)
    if (isFree) activeCount += 1
    else
      await waitForTurn().catch(error => {
        forget(caller)
        throw error
      })
  }

  const waitForTurn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const proceed = () => {
        clearTimeout(timer)
        queue.delete(proceed)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.delete(proceed)
        reject(createPhotoError('busy'))
      }, options.queueTimeoutMs)
      queue.add(proceed)
    })

  const release = (caller = ''): void => {
    forget(caller)
    // A finished task hands its slot over, so that no new task takes it first.
    const [next] = queue
    if (next) next()
    else activeCount -= 1
  }

  const forget = (caller: string): void => {
    const remaining = (countByCaller.get(caller) ?? 1) - 1
    if (remaining > 0) countByCaller.set(caller, remaining)
    else countByCaller.delete(caller)
  }

  return { acquire, release, hasQueued: () => queue.size > 0 }
}
