import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import type { Backend } from '@/server/backend'
import type { Tx } from '@/server/db/open'
import { type ApprovalImageRow, approvalImages, photoFiles } from '@/server/db/tables/photos'
import { newId } from '@/server/infra/tokens'
import { openFor } from '@/server/photos/photo-access'
import {
  keptAlready,
  letGo,
  listAnew,
  type Names,
  namesOf,
  ownPhoto,
  rememberKey,
  type StoredImage,
  told,
} from '@/server/photos/photo-repository'
import { removeUnheld, storePictures } from '@/server/photos/storage'

/** What a photo is for, and what the customer said of it. */
export interface Described {
  type: DocumentType
  /** The photo whose place it takes; undefined: whichever there is of its type. */
  id: string | undefined
  needsReview: boolean
  /** The sender's key of this upload. */
  key: string | undefined
}

/** The pictures of one photo. */
export interface Pictures {
  image: Buffer
  cropped: Buffer | null
  preview: Buffer
}

/**
 * Stores a photo and puts it on the checkout: its files first, and the row once they are safe. What fails
 * on the way leaves nothing that anybody sees, and its files are removed.
 */
export async function keep(
  backend: Backend,
  checkoutId: string,
  described: Described,
  { image, cropped, preview }: Pictures,
): Promise<StoredImage> {
  const names = await storePictures(backend, [image, preview, ...(cropped ? [cropped] : [])])
  const [imageName = '', previewName = '', croppedName = null] = names
  const named = { image: imageName, preview: previewName, cropped: croppedName }
  try {
    const kept = await backend.db.transaction(tx =>
      putOn(backend, tx, checkoutId, described, named),
    )
    await removeUnheld(backend, kept.unheld)
    return kept.image
  } catch (error) {
    await removeUnheld(backend, names)
    throw error
  }
}

/** Takes a photo off the checkout; only the names of its files are left, for their removal. */
export async function takeOff(
  backend: Backend,
  checkoutId: string,
  id: string,
): Promise<{ version: number }> {
  const { version, unheld } = await backend.db.transaction(async tx => {
    const checkout = await openFor(backend, tx, checkoutId)
    const row = await ownPhoto(tx, checkout.id, id)
    await tx.delete(approvalImages).where(eq(approvalImages.id, row.id))
    return {
      version: await listAnew(tx, { ...checkout, updatedAt: backend.now() }),
      unheld: await letGo(backend, tx, [row]),
    }
  })
  await removeUnheld(backend, unheld)
  return { version }
}

interface Put {
  image: StoredImage
  /** Names of files that no photo holds: those replaced, or the new ones when they were sent twice. */
  unheld: string[]
}

async function putOn(
  backend: Backend,
  tx: Tx,
  checkoutId: string,
  described: Described,
  names: Names,
): Promise<Put> {
  const checkout = await openFor(backend, tx, checkoutId)
  const known = await keptAlready(tx, checkout, described.key)
  if (known) return { image: known, unheld: namesOf(names) }
  const before = await photoBefore(tx, checkout.id, described)
  await hold(tx, names)
  const row = await writePhoto(backend, tx, checkout.id, described, names, before)
  const unheld = await letGo(backend, tx, before ? [before] : [])
  if (described.key !== undefined) await rememberKey(backend, tx, row, described.key)
  return { image: told(row, await listAnew(tx, { ...checkout, updatedAt: backend.now() })), unheld }
}

/** The photo whose place the new one takes. One that was named may have been taken away meanwhile. */
async function photoBefore(
  tx: Tx,
  checkoutId: string,
  { type, id }: Described,
): Promise<ApprovalImageRow | undefined> {
  if (id !== undefined) return ownPhoto(tx, checkoutId, id)
  const [row] = await tx
    .select()
    .from(approvalImages)
    .where(and(eq(approvalImages.checkoutId, checkoutId), eq(approvalImages.type, type)))
  return row
}

/** Takes the files over, so that nobody removes them; all of them must still be there. */
async function hold(tx: Tx, names: Names): Promise<void> {
  const all = namesOf(names)
  const held = await tx
    .update(photoFiles)
    .set({ removeAfter: null })
    .where(and(inArray(photoFiles.name, all), isNotNull(photoFiles.removeAfter)))
    .returning({ name: photoFiles.name })
  if (held.length !== all.length) throw new Error('a file of the photo is gone')
}

async function writePhoto(
  { now }: Backend,
  tx: Tx,
  checkoutId: string,
  { type, needsReview }: Described,
  names: Names,
  before: ApprovalImageRow | undefined,
): Promise<ApprovalImageRow> {
  const written = {
    id: before?.id ?? newId(),
    checkoutId,
    type,
    needsReview,
    revision: (before?.revision ?? 0) + 1,
    updatedAt: now(),
    ...names,
  }
  const [row] = await tx
    .insert(approvalImages)
    .values(written)
    .onConflictDoUpdate({ target: approvalImages.id, set: written })
    .returning()
  if (!row) throw new Error('the photo was not written down')
  return row
}
