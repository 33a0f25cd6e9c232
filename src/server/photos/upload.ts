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

/** Four photos, each retaken several times. */
const checkoutUploadLimit: RateLimit = { name: 'photos', maxHits: 40, windowSeconds: 86_400 }
/** A family, or an office, shares an address. */
const addressUploadLimit: RateLimit = { name: 'photos-address', maxHits: 300, windowSeconds: 3_600 }

/** Reading forms takes little memory, but disk space. */
const limitReads = semaphore({
  concurrency: 40,
  maxPerCaller: 8,
  maxQueued: 100,
  queueTimeoutMs: 20_000,
})
/** Encoding takes memory: some 30 MB per photo, and 160 MB for a crafted one. */
const limitEncodes = semaphore({
  concurrency: 2,
  maxPerCaller: Number.POSITIVE_INFINITY,
  maxQueued: 80,
  queueTimeoutMs: 30_000,
})

/** The request of a form. */
export interface UploadSource {
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
 * Parses a form with files, runs the handler and deletes the files. Throws `unavailable` when the
 * form cannot be stored.
 */
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
    log.error(
      { event: 'photo.upload_failed', ...toSafeLog(error) },
      'an uploaded photo could not be processed',
    )
    throw createPhotoError('unavailable')
  })
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

/** The uploaded file. Throws when it is missing or refused. */
function requireFile({ field, file }: FormFile) {
  if (!file) throw createPhotoError('missing', { field })
  if ('wrong' in file) throw createPhotoError(file.wrong, { field })
  return file
}
