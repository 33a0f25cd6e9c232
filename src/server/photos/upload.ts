import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Backend } from '@/server/backend'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import { Failure } from '@/server/infra/api-error'
import { faultOf } from '@/server/infra/safe-error-log'
import { type Limit, take } from '@/server/limits/rate-limit'
import {
  type PhotoForm,
  photoForm,
  type SentFile,
  type Wanted,
} from '@/server/photos/multipart-form'
import { wrongPhoto } from '@/server/photos/photo-errors'
import { previewOf, redrawn } from '@/server/photos/re-encode'
import type { Pictures } from '@/server/photos/save-photo'
import { places } from '@/server/photos/semaphore'

/** Four photos, each taken some times until it is good. */
const uploadsOfCheckout: Limit = { name: 'photos', most: 40, windowSeconds: 86_400 }
/** A family, or an office, shares an address. */
const uploadsOfAddress: Limit = { name: 'photos-address', most: 300, windowSeconds: 3_600 }

/** Forms being read cost little memory, but room on the disk. */
const reading = places({ atOnce: 40, ofOne: 8, mostWaiting: 100, waitMs: 20_000 })
/** Photos being drawn cost memory: some 30 MB each, and 160 MB when they were made to. */
const drawing = places({
  atOnce: 2,
  ofOne: Number.POSITIVE_INFINITY,
  mostWaiting: 80,
  waitMs: 30_000,
})

/** Where a form comes from. */
export interface Sender {
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
    await take(backend, uploadsOfCheckout, id)
    await take(backend, uploadsOfAddress, address)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { retryAfterSeconds } = error.particulars
    throw wrongPhoto('quota', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
  }
}

/** Works with a form that holds files, and leaves none of them behind. */
export async function withForm<T>(
  { env, log }: Backend,
  { request, address }: Sender,
  wanted: Omit<Wanted, 'folder'>,
  work: (form: PhotoForm) => Promise<T>,
): Promise<T> {
  const folder = join(env.dataDir, incomingFolder)
  const form = await reading(() => photoForm(request, { folder, ...wanted }), address).catch(
    error => {
      if (error instanceof Failure) throw error
      log.error(faultOf(error), 'a photo could not be taken in')
      throw wrongPhoto('unavailable')
    },
  )
  try {
    return await work(form)
  } finally {
    await form.drop()
  }
}

/** Below the data folder: files while their call lasts. What is older was left by a process that died. */
export const incomingFolder = 'incoming'

/** The pictures of one photo, drawn anew. Throws what is wrong with it, by its field. */
export async function pictures(image: Named, cropped?: Named): Promise<Pictures> {
  const whole = whether(image)
  const part = cropped && whether(cropped)
  return drawing(async () => {
    const drawn = await redrawn(whole, image.field)
    const cut = part && cropped ? await redrawn(part, cropped.field) : null
    return { image: drawn, cropped: cut, preview: await previewOf(cut ?? drawn) }
  })
}

interface Named {
  field: string
  file: SentFile | undefined
}

/** The file, when there is one and nothing is wrong with it so far. */
function whether({ field, file }: Named) {
  if (!file) throw wrongPhoto('missing', { field })
  if ('wrong' in file) throw wrongPhoto(file.wrong, { field })
  return file
}
