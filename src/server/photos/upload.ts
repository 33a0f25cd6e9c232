import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
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
import { encodePreview, reEncode } from '@/server/photos/re-encode'
import type { Pictures } from '@/server/photos/save-photo'
import { semaphore } from '@/server/photos/semaphore'

/** Four photos, each taken some times until it is good. */
const checkoutUploadLimit: RateLimit = { name: 'photos', maxHits: 40, windowSeconds: 86_400 }
/** A family, or an office, shares an address. */
const addressUploadLimit: RateLimit = { name: 'photos-address', maxHits: 300, windowSeconds: 3_600 }

/** Forms being read cost little memory, but room on the disk. */
const limitReads = semaphore({
  concurrency: 40,
  maxPerCaller: 8,
  maxQueued: 100,
  queueTimeoutMs: 20_000,
})
/** Photos being drawn cost memory: some 30 MB each, and 160 MB when they were made to. */
const limitEncodes = semaphore({
  concurrency: 2,
  maxPerCaller: Number.POSITIVE_INFINITY,
  maxQueued: 80,
  queueTimeoutMs: 30_000,
})

/** Where a form comes from. */
export interface UploadSource {
  request: IncomingMessage
  /** The network address. */
  address: string
}

/** Counts an upload before anything of it is read; `rate_limited` once there were too many. */
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

/** Works with a form that holds files, and leaves none of them behind. */
export async function withForm<T>(
  { env, log }: Backend,
  { request, address }: UploadSource,
  options: Omit<PhotoFormOptions, 'folder'>,
  handler: (form: PhotoForm) => Promise<T>,
): Promise<T> {
  const folder = join(env.dataDir, incomingFolder)
  const form = await limitReads(
    () => parsePhotoForm(request, { folder, ...options }),
    address,
  ).catch(error => {
    if (error instanceof ApiError) throw error
    log.error(toSafeLog(error), 'a photo could not be taken in')
    throw createPhotoError('unavailable')
  })
  try {
    return await handler(form)
  } finally {
    await form.cleanUp()
  }
}

/** Below the data folder: files while their call lasts. What is older was left by a process that died. */
export const incomingFolder = 'incoming'

/** The pictures of one photo, drawn anew. Throws what is wrong with it, by its field. */
export async function encodePictures(image: FormFile, cropped?: FormFile): Promise<Pictures> {
  const imageFile = requireFile(image)
  const croppedFile = cropped && requireFile(cropped)
  return limitEncodes(async () => {
    const encodedImage = await reEncode(imageFile, image.field)
    const encodedCropped =
      croppedFile && cropped ? await reEncode(croppedFile, cropped.field) : null
    return {
      image: encodedImage,
      cropped: encodedCropped,
      preview: await encodePreview(encodedCropped ?? encodedImage),
    }
  })
}

interface FormFile {
  field: string
  file: UploadedFile | undefined
}

/** The file, when there is one and nothing is wrong with it so far. */
function requireFile({ field, file }: FormFile) {
  if (!file) throw createPhotoError('missing', { field })
  if ('wrong' in file) throw createPhotoError(file.wrong, { field })
  return file
}
