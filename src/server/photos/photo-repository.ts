import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Infer } from '@/contract/api-call'
import type { addApprovalImage } from '@/contract/approval-images'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import type { DocumentType } from '@/domain/data/document-types'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'
import type { Backend } from '@/server/backend'
import { assertNotClosed } from '@/server/checkout/checkout-repository'
import type { Db, Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { orders } from '@/server/db/tables/orders'
import {
  type ApprovalImageRow,
  approvalImages,
  approvalUploads,
  photoFiles,
} from '@/server/db/tables/photos'
import { ApiError } from '@/server/infra/api-error'
import { generateId, hashOf } from '@/server/infra/tokens'
import { enqueuePhotos } from '@/server/outbox/enqueue'
import { removeUnclaimed, storePictures } from '@/server/photos/storage'

export type StoredImage = Infer<typeof addApprovalImage.response>

/** The names of a photo's files. */
type PhotoFileNames = Pick<ApprovalImageRow, 'image' | 'cropped' | 'preview'>

/** A photo's type and what the customer chose for it. */
interface PhotoDetails {
  type: DocumentType
  /** The photo to replace; undefined: the one of its type, if any. */
  id?: string | undefined
  needsReview: boolean
  /** The sender's idempotency key of this upload. */
  key?: string | undefined
}

/** The encoded images of one photo. */
export interface Pictures {
  image: Buffer
  cropped: Buffer | null
  preview: Buffer
}

/**
 * Stores a photo and adds it to the checkout: first its files, then the row. After a failure no row
 * refers to the files, and they are removed. Throws `not_found`, `closed`, `refunded` or `unavailable`.
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

/** Deletes a photo and its files; returns the new version. Throws `not_found`, `closed` or `refunded`. */
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
      unclaimed: await markFilesForDeletion(backend, tx, listFileNames(row)),
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
  const replacedNames = replacedPhoto ? listFileNames(replacedPhoto) : []
  const unclaimed = await markFilesForDeletion(backend, tx, replacedNames)
  if (details.key !== undefined) await recordUploadKey(backend, tx, row, details.key)
  const version = await syncStateImages(tx, { ...checkout, updatedAt: backend.now() })
  if (checkout.status === 'paid') await announcePhotos(backend, tx, checkout.id)
  return { image: toStoredImage(row, version), unclaimed }
}

/** Queues the event of a paid order with all its photos. */
async function announcePhotos(backend: Backend, tx: Tx, checkoutId: string): Promise<void> {
  const photos = await selectPhotos(tx, checkoutId)
  if (findMissingPhotoTypes(photos).length > 0) return
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.checkoutId, checkoutId), eq(orders.kind, 'plan')))
  if (order) await enqueuePhotos(backend, tx, order.id, photos)
}

const selectPhotos = (tx: Tx, checkoutId: string): Promise<ApprovalImageRow[]> =>
  tx
    .select()
    .from(approvalImages)
    .where(eq(approvalImages.checkoutId, checkoutId))
    .orderBy(asc(approvalImages.type))

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

/**
 * Locks a checkout that accepts photos: a paid order does until it is sent or refunded as a whole.
 * Throws `not_found` once expired, else `closed` or `refunded`.
 */
async function lockOpenCheckout({ now }: Backend, tx: Tx, id: string): Promise<CheckoutRow> {
  const [row] = await tx
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.id, id), gt(checkouts.expiresAt, now())))
    .for('update')
  if (!row) throw new ApiError('not_found')
  await assertNotClosed(tx, row)
  return row
}

/**
 * The photo created by an upload with this key; undefined without such an upload. Throws
 * `not_found` when the photo is deleted.
 */
export async function findStoredUpload(
  tx: Db | Tx,
  checkout: CheckoutRow,
  key: string | undefined,
): Promise<StoredImage | undefined> {
  if (key === undefined) return undefined
  const [upload] = await tx
    .select()
    .from(approvalUploads)
    .where(
      and(eq(approvalUploads.checkoutId, checkout.id), eq(approvalUploads.keyHash, hashOf(key))),
    )
  return (
    upload && toStoredImage(await findOwnPhoto(tx, checkout.id, upload.imageId), checkout.version)
  )
}

/** A photo of the checkout. Throws `not_found` for any other photo. */
export async function findOwnPhoto(
  tx: Db | Tx,
  checkoutId: string,
  id: string,
): Promise<ApprovalImageRow> {
  const [row] = await tx
    .select()
    .from(approvalImages)
    .where(and(eq(approvalImages.id, id), eq(approvalImages.checkoutId, checkoutId)))
  if (!row) throw new ApiError('not_found')
  return row
}

/** Marks files for removal and returns their names. */
export async function markFilesForDeletion(
  { now }: Backend,
  tx: Tx,
  names: string[],
): Promise<string[]> {
  if (names.length === 0) return []
  await tx.update(photoFiles).set({ removeAfter: now() }).where(inArray(photoFiles.name, names))
  return names
}

/**
 * Writes the current photos to the checkout's state; returns the new version. The
 * caller must hold the checkout's row lock (`FOR UPDATE`).
 */
async function syncStateImages(
  tx: Tx,
  { id, state, version, updatedAt }: CheckoutRow,
): Promise<number> {
  const rows = await selectPhotos(tx, id)
  const approval_documents = { ...state.approval_documents, images: rows.map(toApprovalImage) }
  await tx
    .update(checkouts)
    .set({ state: { ...state, approval_documents }, version: version + 1, updatedAt })
    .where(eq(checkouts.id, id))
  return version + 1
}

/** Stores the idempotency key that the photo was uploaded with. */
async function recordUploadKey(
  { now }: Backend,
  tx: Tx,
  { checkoutId, id }: ApprovalImageRow,
  key: string,
): Promise<void> {
  await tx
    .insert(approvalUploads)
    .values({ checkoutId, keyHash: hashOf(key), imageId: id, createdAt: now() })
}

export const listFileNames = ({ image, cropped, preview }: PhotoFileNames): string[] =>
  [image, cropped, preview].filter(name => name !== null)

const toApprovalImage = (row: ApprovalImageRow): ApprovalImage => ({
  id: row.id,
  type: row.type,
  revision: row.revision,
  needs_review: row.needsReview,
  added_at: row.updatedAt.toISOString(),
})

const toStoredImage = (row: ApprovalImageRow, version: number): StoredImage => ({
  ...toApprovalImage(row),
  version,
})
