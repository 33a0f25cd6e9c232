import { randomBytes } from 'node:crypto'
import { and, asc, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { photoFiles } from '@/server/db/tables/photos'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { withTimeout } from '@/server/infra/with-timeout'
import { createPhotoError } from '@/server/photos/photo-errors'

/** Timeout of a call to the storage. */
const storageTimeoutMs = 20_000
const hourMs = 60 * 60_000
/** A file that no photo has claimed by then never will be: an upload takes minutes. */
const unclaimedLifetimeMs = 24 * hourMs

/** Stores images under new names, for removal unless a photo claims them. */
export const storePictures = (backend: Backend, pictures: Buffer[]): Promise<string[]> =>
  storeFiles(backend, pictures, {
    extension: 'jpg',
    removeAfter: new Date(backend.now().getTime() + unclaimedLifetimeMs),
  })

/**
 * Stores files under new names. Each name is recorded first, with the time of its removal.
 * @throws `unavailable` when the storage is full, down or too slow; the stored files are removed.
 */
export async function storeFiles(
  backend: Backend,
  contents: Buffer[],
  { extension, removeAfter }: { extension: 'jpg' | 'part'; removeAfter: Date },
): Promise<string[]> {
  const { db, files, log } = backend
  const names = contents.map(() => `${randomBytes(16).toString('hex')}.${extension}`)
  await db.insert(photoFiles).values(names.map(name => ({ name, removeAfter })))
  try {
    for (const [index, bytes] of contents.entries())
      await withTimeout(storageTimeoutMs, files.put(names[index] as string, bytes))
    return names
  } catch (error) {
    log.error({ event: 'photo.store_failed', ...toSafeLog(error) }, 'a photo could not be stored')
    await removeUnclaimed(backend, names)
    throw createPhotoError('unavailable')
  }
}

/**
 * A stored image; undefined when it is gone.
 * @throws `unavailable` when the storage does not answer.
 */
export async function readPicture(
  { files, log }: Backend,
  name: string,
): Promise<Uint8Array | undefined> {
  try {
    return await withTimeout(storageTimeoutMs, files.get(name))
  } catch (error) {
    log.error({ event: 'photo.read_failed', ...toSafeLog(error) }, 'a photo could not be read')
    throw createPhotoError('unavailable')
  }
}

/**
 * Removes the files that no photo uses. Their names stay recorded, and the retention job removes
 * them once more: a slow storage may have stored a file after all. Never throws.
 */
export async function removeUnclaimed(backend: Backend, names: string[]): Promise<void> {
  if (names.length === 0) return
  const { db, now, files, log } = backend
  try {
    const unclaimed = await db
      .update(photoFiles)
      .set({ removeAfter: new Date(now().getTime() + hourMs) })
      .where(and(inArray(photoFiles.name, names), isNotNull(photoFiles.removeAfter)))
      .returning({ name: photoFiles.name })
    await withTimeout(
      storageTimeoutMs,
      Promise.all(unclaimed.map(({ name }) => files.remove(name))),
    )
  } catch (error) {
    log.warn(
      { event: 'photo.delete_deferred', ...toSafeLog(error) },
      'photo files are left for the retention job',
    )
  }
}

/**
 * Removes due files, at most `batchSize`, and returns their number. An instance claims them by
 * moving `remove_after`, so that a failed removal is retried an hour later.
 */
export async function removeDueFiles(
  { db, now, files }: Backend,
  batchSize: number,
): Promise<number> {
  const due = db
    .select({ name: photoFiles.name })
    .from(photoFiles)
    .where(lte(photoFiles.removeAfter, now()))
    .orderBy(asc(photoFiles.removeAfter))
    .limit(batchSize)
    .for('update', { skipLocked: true })
  const claimedFiles = await db
    .update(photoFiles)
    .set({ removeAfter: new Date(now().getTime() + hourMs) })
    .where(sql`${photoFiles.name} in (${due})`)
    .returning({ name: photoFiles.name })
  const removedNames: string[] = []
  for (const { name } of claimedFiles) {
    const isRemoved = await withTimeout(storageTimeoutMs, files.remove(name)).then(
      () => true,
      () => false,
    )
    if (isRemoved) removedNames.push(name)
  }
  if (removedNames.length > 0)
    await db.delete(photoFiles).where(inArray(photoFiles.name, removedNames))
  return removedNames.length
}
