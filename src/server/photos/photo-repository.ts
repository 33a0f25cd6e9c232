import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Infer } from '@/contract/api-call'
import type { addApprovalImage } from '@/contract/approval-images'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import type { Backend } from '@/server/backend'
import type { Db, Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import {
  type ApprovalImageRow,
  approvalImages,
  approvalUploads,
  photoFiles,
} from '@/server/db/tables/photos'
import { ApiError } from '@/server/infra/api-error'
import { hashOf } from '@/server/infra/tokens'

export type StoredImage = Infer<typeof addApprovalImage.response>

/** The names of a photo's files. */
export type PhotoFileNames = Pick<ApprovalImageRow, 'image' | 'cropped' | 'preview'>

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

/** Marks the files of photos for removal and returns their names. */
export async function markFilesForDeletion(
  { now }: Backend,
  tx: Tx,
  photos: PhotoFileNames[],
): Promise<string[]> {
  const names = photos.flatMap(listFileNames)
  if (names.length === 0) return []
  await tx.update(photoFiles).set({ removeAfter: now() }).where(inArray(photoFiles.name, names))
  return names
}

/**
 * Writes the current photos to the checkout's state; returns the new version. The
 * caller must hold the checkout's row lock (`FOR UPDATE`).
 */
export async function syncStateImages(
  tx: Tx,
  { id, state, version, updatedAt }: CheckoutRow,
): Promise<number> {
  const rows = await tx
    .select()
    .from(approvalImages)
    .where(eq(approvalImages.checkoutId, id))
    .orderBy(asc(approvalImages.type))
  const approval_documents = { ...state.approval_documents, images: rows.map(toApprovalImage) }
  await tx
    .update(checkouts)
    .set({ state: { ...state, approval_documents }, version: version + 1, updatedAt })
    .where(eq(checkouts.id, id))
  return version + 1
}

/** Stores the idempotency key that the photo was uploaded with. */
export async function recordUploadKey(
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

const toApprovalImage = ({ id, type, revision, needsReview }: ApprovalImageRow): ApprovalImage => ({
  id,
  type,
  revision,
  needs_review: needsReview,
})

export const toStoredImage = (row: ApprovalImageRow, version: number): StoredImage => ({
  ...toApprovalImage(row),
  version,
})
