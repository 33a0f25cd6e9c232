import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { and, eq, gt, sql } from 'drizzle-orm'
import { maxPhotoBytes } from '@/domain/photos/image-format'
import type { Backend } from '@/server/backend'
import { type PhotoUploadRow, photoUploads, type UploadPart } from '@/server/db/tables/photos'
import { ApiError } from '@/server/infra/api-error'
import { crashAt } from '@/server/infra/crash-point'
import { generateId } from '@/server/infra/tokens'
import { deleteFiles, type PhotoForm, writeToDisk } from '@/server/photos/multipart-form'
import { createPhotoError } from '@/server/photos/photo-errors'
import { readPicture, removeUnclaimed, storeFiles } from '@/server/photos/storage'

/**
 * Long enough for a tunnel, a dead battery and a second try. It bounds what unfinished uploads
 * occupy, so a request does not extend it.
 */
const uploadLifetimeMs = 60 * 60_000
/** What a process holds in memory of an upload, and what is sent again after a crash. */
const partBytes = 262_144
/** An upload in full parts has 40; a client that sends few bytes at a time would need more. */
export const maxParts = 200

/** Starts an upload. Throws `too_large` for more bytes than a photo may have. */
export async function createUpload(
  { db, now }: Backend,
  checkoutId: string,
  length: number,
): Promise<PhotoUploadRow> {
  if (length > maxPhotoBytes) throw createPhotoError('large')
  const expiresAt = new Date(now().getTime() + uploadLifetimeMs)
  const [row] = await db
    .insert(photoUploads)
    .values({ id: generateId(), checkoutId, length, expiresAt })
    .returning()
  if (!row) throw new Error('the upload was not written down')
  return row
}

/** An upload of the checkout. Throws `not_found` for any other and once it has expired. */
export async function findUpload(
  { db, now }: Backend,
  checkoutId: string,
  id: string,
): Promise<PhotoUploadRow> {
  const [row] = await db
    .select()
    .from(photoUploads)
    .where(
      and(
        eq(photoUploads.id, id),
        eq(photoUploads.checkoutId, checkoutId),
        gt(photoUploads.expiresAt, now()),
      ),
    )
  if (!row) throw new ApiError('not_found')
  return row
}

/**
 * A stream that stores what is written to it at the end of an upload, a part at a time. Its end
 * stores the rest; bytes beyond the upload's length are ignored. It fails with `upload_offset` when
 * another request has continued the upload, and with `unavailable` when the storage fails.
 */
export function openUpload(
  backend: Backend,
  { id, length, expiresAt, ...upload }: PhotoUploadRow,
): { target: Writable; countReceived: () => number } {
  let { received } = upload
  let chunks: Uint8Array[] = []
  let size = 0
  const store = async () => {
    if (size === 0) return
    const bytes = Buffer.concat(chunks, size)
    chunks = []
    size = 0
    await appendPart(backend, { id, received, expiresAt }, bytes)
    received += bytes.length
  }
  const target = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      const taken = chunk.subarray(0, length - received - size)
      chunks.push(taken)
      size += taken.length
      if (size < partBytes) done()
      else store().then(() => done(), done)
    },
    final: done => {
      store().then(() => done(), done)
    },
  })
  return { target, countReceived: () => received }
}

/**
 * Stores the next bytes of an upload. The file comes first; one statement then adds it to the row,
 * unless the upload has grown since: of two requests that continue it, one wins.
 */
async function appendPart(
  backend: Backend,
  { id, received, expiresAt }: Pick<PhotoUploadRow, 'id' | 'received' | 'expiresAt'>,
  bytes: Buffer,
): Promise<void> {
  const { db, now } = backend
  const names = await storeFiles(backend, [bytes], { extension: 'part', removeAfter: expiresAt })
  const parts: UploadPart[] = names.map(name => ({ name, bytes: bytes.length }))
  crashAt('upload_part_stored')
  const changed = await db
    .update(photoUploads)
    .set({
      received: received + bytes.length,
      parts: sql`${photoUploads.parts} || ${JSON.stringify(parts)}::jsonb`,
    })
    .where(
      and(
        eq(photoUploads.id, id),
        eq(photoUploads.received, received),
        gt(photoUploads.expiresAt, now()),
      ),
    )
    .returning({ id: photoUploads.id })
  if (changed.length > 0) return
  await removeUnclaimed(backend, names)
  throw new ApiError('upload_offset')
}

/**
 * Runs the handler with the files of a complete upload: its first `imageBytes` bytes are `image`, the
 * rest, if any, is `cropped_image`. They are copied to the folder for the length of the call.
 */
export async function withUploadedFiles<T>(
  backend: Backend,
  upload: PhotoUploadRow,
  { imageBytes, folder }: { imageBytes: number; folder: string },
  handler: (files: PhotoForm['files']) => Promise<T>,
): Promise<T> {
  const paths = ['image', 'cropped_image'].map(() => join(folder, randomBytes(16).toString('hex')))
  const [imagePath = '', croppedPath = ''] = paths
  try {
    const readRange = (from: number, to: number) => readParts(backend, upload.parts, from, to)
    const files = new Map([['image', await writeToDisk(readRange(0, imageBytes), imagePath)]])
    if (imageBytes < upload.length)
      files.set(
        'cropped_image',
        await writeToDisk(readRange(imageBytes, upload.length), croppedPath),
      )
    return await handler(files)
  } finally {
    await deleteFiles(paths)
  }
}

/** The bytes of a range, one part in memory at a time. */
async function* readParts(
  backend: Backend,
  parts: UploadPart[],
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  let start = 0
  for (const { name, bytes: size } of parts) {
    const end = start + size
    if (end > from && start < to) {
      const bytes = await readPicture(backend, name)
      // Another call has just stored this photo.
      if (!bytes) throw new ApiError('upload_offset')
      yield bytes.subarray(Math.max(0, from - start), to - start)
    }
    start = end
  }
}

/**
 * Removes the bytes of a stored photo. The row stays until it expires: a browser that did not get
 * the response finds the upload complete, and asks for the photo by its key instead of sending it
 * again.
 */
export async function releaseParts(backend: Backend, { id, parts }: PhotoUploadRow): Promise<void> {
  await backend.db.update(photoUploads).set({ parts: [] }).where(eq(photoUploads.id, id))
  await removeUnclaimed(backend, listPartNames(parts))
}

/** Removes an upload whose bytes are no photo. */
export async function discardUpload(
  backend: Backend,
  { id, parts }: PhotoUploadRow,
): Promise<void> {
  await backend.db.delete(photoUploads).where(eq(photoUploads.id, id))
  await removeUnclaimed(backend, listPartNames(parts))
}

export const listPartNames = (parts: UploadPart[]): string[] => parts.map(({ name }) => name)
