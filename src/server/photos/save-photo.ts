import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import type { Backend } from '@/server/backend'
import type { Tx } from '@/server/db/open'
import { type ApprovalImageRow, approvalImages, photoFiles } from '@/server/db/tables/photos'
import { generateId } from '@/server/infra/tokens'
import { lockOpenCheckout } from '@/server/photos/photo-access'
import {
  findOwnPhoto,
  findStoredUpload,
  listFileNames,
  markFilesForDeletion,
  type PhotoFileNames,
  recordUploadKey,
  type StoredImage,
  syncStateImages,
  toStoredImage,
} from '@/server/photos/photo-repository'
import { removeUnclaimed, storePictures } from '@/server/photos/storage'

/** A photo's type and what the customer chose for it. */
export interface PhotoDetails {
  type: DocumentType
  /** The photo to replace; undefined: the one of its type, if any. */
  id: string | undefined
  needsReview: boolean
  /** The sender's idempotency key of this upload. */
  key: string | undefined
}

/** The encoded images of one photo. */
export interface Pictures {
  image: Buffer
  cropped: Buffer | null
  preview: Buffer
}

/**
 * Stores a photo and adds it to the checkout: first its files, then the row. After a failure no row
 * refers to the files, and they are removed. Throws `not_found`, `closed` or `unavailable`.
 */
export async function savePhoto(
  backend: Backend,
  checkoutId: string,
  details: PhotoDetails,
  { image, cropped, preview }: Pictures,
): Promise<StoredImage> {
  const names = await storePictures(backend, [image, preview, ...(cropped ? [cropped] : [])])
  const [imageName = '', previewName = '', croppedName = null] = names
  const fileNames = { image: imageName, preview: previewName, cropped: croppedName }
  try {
    const result = await backend.db.transaction(tx =>
      attachPhoto(backend, tx, checkoutId, details, fileNames),
    )
    await removeUnclaimed(backend, result.unclaimed)
    return result.image
  } catch (error) {
    await removeUnclaimed(backend, names)
    throw error
  }
}

/** Deletes a photo and its files; returns the new version. Throws `not_found` or `closed`. */
export async function deletePhoto(
  backend: Backend,
  checkoutId: string,
  id: string,
): Promise<{ version: number }> {
  const { version, unclaimed } = await backend.db.transaction(async tx => {
    const checkout = await lockOpenCheckout(backend, tx, checkoutId)
    const row = await findOwnPhoto(tx, checkout.id, id)
    await tx.delete(approvalImages).where(eq(approvalImages.id, row.id))
    return {
      version: await syncStateImages(tx, { ...checkout, updatedAt: backend.now() }),
      unclaimed: await markFilesForDeletion(backend, tx, [row]),
    }
  })
  await removeUnclaimed(backend, unclaimed)
  return { version }
}

interface PhotoSaveResult {
  image: StoredImage
  /** Files without a photo: the replaced ones, or the new ones of a repeated upload. */
  unclaimed: string[]
}

async function attachPhoto(
  backend: Backend,
  tx: Tx,
  checkoutId: string,
  details: PhotoDetails,
  names: PhotoFileNames,
): Promise<PhotoSaveResult> {
  const checkout = await lockOpenCheckout(backend, tx, checkoutId)
  const storedImage = await findStoredUpload(tx, checkout, details.key)
  if (storedImage) return { image: storedImage, unclaimed: listFileNames(names) }
  const replacedPhoto = await findReplacedPhoto(tx, checkout.id, details)
  await claimFiles(tx, names)
  const row = await writePhoto(backend, tx, checkout.id, details, names, replacedPhoto)
  const unclaimed = await markFilesForDeletion(backend, tx, replacedPhoto ? [replacedPhoto] : [])
  if (details.key !== undefined) await recordUploadKey(backend, tx, row, details.key)
  return {
    image: toStoredImage(row, await syncStateImages(tx, { ...checkout, updatedAt: backend.now() })),
    unclaimed,
  }
}

/** The photo to replace. Throws `not_found` when the named photo was deleted meanwhile. */
async function findReplacedPhoto(
  tx: Tx,
  checkoutId: string,
  { type, id }: PhotoDetails,
): Promise<ApprovalImageRow | undefined> {
  if (id !== undefined) return findOwnPhoto(tx, checkoutId, id)
  const [row] = await tx
    .select()
    .from(approvalImages)
    .where(and(eq(approvalImages.checkoutId, checkoutId), eq(approvalImages.type, type)))
  return row
}

/** Claims the files, so that they are not removed. Throws when one was removed already. */
async function claimFiles(tx: Tx, names: PhotoFileNames): Promise<void> {
  const fileNames = listFileNames(names)
  const claimedFiles = await tx
    .update(photoFiles)
    .set({ removeAfter: null })
    .where(and(inArray(photoFiles.name, fileNames), isNotNull(photoFiles.removeAfter)))
    .returning({ name: photoFiles.name })
  if (claimedFiles.length !== fileNames.length) throw new Error('a file of the photo is gone')
}

async function writePhoto(
  { now }: Backend,
  tx: Tx,
  checkoutId: string,
  { type, needsReview }: PhotoDetails,
  names: PhotoFileNames,
  replacedPhoto: ApprovalImageRow | undefined,
): Promise<ApprovalImageRow> {
  const values = {
    id: replacedPhoto?.id ?? generateId(),
    checkoutId,
    type,
    needsReview,
    revision: (replacedPhoto?.revision ?? 0) + 1,
    updatedAt: now(),
    ...names,
  }
  const [row] = await tx
    .insert(approvalImages)
    .values(values)
    .onConflictDoUpdate({ target: approvalImages.id, set: values })
    .returning()
  if (!row) throw new Error('the photo was not written down')
  return row
}
