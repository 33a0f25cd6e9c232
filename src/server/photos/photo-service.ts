import { and, eq, inArray } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Infer } from '@/contract/api-call'
import type { addApprovalImage, photosQuery } from '@/contract/approval-images'
import type { listApprovalImages, removeApprovalImage } from '@/contract/operations'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { findClosure, loadCheckout } from '@/server/checkout/checkout-repository'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import { type ApprovalImageRow, approvalImages } from '@/server/db/tables/photos'
import { photosCookie, tokenCookie } from '@/server/http/cookies'
import { parseCookie } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { findCheckoutByPass } from '@/server/photos/handoff-link'
import type { PhotoForm } from '@/server/photos/multipart-form'
import {
  authoriseOpenCheckout,
  authorisePhotoAccess,
  type PhotoAccessInput,
} from '@/server/photos/photo-access'
import { createPhotoError, ignoreApiError } from '@/server/photos/photo-errors'
import {
  deletePhoto,
  findOwnPhoto,
  findStoredUpload,
  type StoredImage,
  savePhoto,
} from '@/server/photos/photo-repository'
import { withUpload } from '@/server/photos/resumable-upload'
import { readPicture } from '@/server/photos/storage'
import { countUpload, encodePictures, withForm } from '@/server/photos/upload'

type PhotoInput = Input<z.infer<typeof photosQuery>, unknown>
type StoreInput = Input<Infer<typeof addApprovalImage.query>, unknown>

/** The checkout's photos, its version, and why it takes no more of them. */
export async function listPhotos(
  backend: Backend,
  input: PhotoAccessInput,
): Promise<Infer<typeof listApprovalImages.response>> {
  const checkout = await authorisePhotoAccess(backend, input)
  const { state, version } = checkout
  const closure = await findClosure(backend.db, checkout)
  return { images: state.approval_documents.images, version, closure }
}

/** Adds a photo, or replaces the one of its type. */
export async function addPhoto(backend: Backend, input: StoreInput): Promise<StoredImage> {
  return uploadPhoto(backend, input, await authoriseOpenCheckout(backend, input))
}

/** Replaces a photo. Throws `not_found` unless it is one of the checkout's. */
export async function replacePhoto(backend: Backend, input: StoreInput): Promise<StoredImage> {
  const checkout = await authoriseOpenCheckout(backend, input)
  const replacedPhoto = await findOwnPhoto(backend.db, checkout.id, input.params['id'] ?? '')
  return uploadPhoto(backend, input, checkout, replacedPhoto)
}

/** Deletes a photo and returns the checkout's new version. */
export async function removePhoto(
  backend: Backend,
  input: Pick<PhotoInput, 'params' | 'query' | 'header'>,
): Promise<Infer<typeof removeApprovalImage.response>> {
  const checkout = await authoriseOpenCheckout(backend, input)
  return deletePhoto(backend, checkout.id, input.params['id'] ?? '')
}

/** The preview of a photo. Throws `not_found` unless the caller may see it. */
export async function readPhotoPreview(
  backend: Backend,
  input: Pick<PhotoInput, 'params' | 'query' | 'header'>,
): Promise<Uint8Array> {
  const ids = (await listViewableCheckouts(backend, input)).map(({ id }) => id)
  // A photo that is being replaced loses its file between the two reads.
  for (let tries = 0; tries < 2; tries += 1) {
    const photo = await findViewablePhoto(backend, ids, input.params['id'] ?? '')
    const bytes = photo && (await readPicture(backend, photo.preview))
    if (bytes) return bytes
  }
  throw new ApiError('not_found')
}

async function findViewablePhoto(
  { db }: Backend,
  checkoutIds: string[],
  id: string,
): Promise<ApprovalImageRow | undefined> {
  if (checkoutIds.length === 0) return undefined
  const [row] = await db
    .select()
    .from(approvalImages)
    .where(and(eq(approvalImages.id, id), inArray(approvalImages.checkoutId, checkoutIds)))
  return row
}

async function uploadPhoto(
  backend: Backend,
  input: StoreInput,
  checkout: CheckoutRow,
  replacedPhoto?: ApprovalImageRow,
): Promise<StoredImage> {
  const key = input.header('idempotency-key') || undefined
  const storedImage = await findStoredUpload(backend.db, checkout, key)
  if (storedImage) return storedImage
  const save = async (form: Pick<PhotoForm, 'fields' | 'files'>) => {
    const details = {
      type: resolveType(form, replacedPhoto),
      id: replacedPhoto?.id,
      needsReview: form.fields.get('needs_review') === 'true',
      key,
    }
    const toFormFile = (name: string) => ({ field: name, file: form.files.get(name) })
    const cropped = form.files.has('cropped_image') ? toFormFile('cropped_image') : undefined
    return savePhoto(
      backend,
      checkout.id,
      details,
      await encodePictures(toFormFile('image'), cropped),
    )
  }
  const id = input.query.upload
  if (id !== undefined)
    return withForm(backend, input, { names: [] }, ({ fields }) => {
      const imageBytes = Number(fields.get('image_bytes') ?? Number.POSITIVE_INFINITY)
      return withUpload(backend, checkout, { id, imageBytes }, files => save({ fields, files }))
    })
  await countUpload(backend, checkout, input.address)
  return withForm(backend, input, { names: ['image', 'cropped_image'] }, save)
}

/** A replaced photo keeps its type. */
function resolveType(
  { fields }: Pick<PhotoForm, 'fields'>,
  replacedPhoto: ApprovalImageRow | undefined,
): DocumentType {
  const requestedType = fields.get('type') ?? replacedPhoto?.type
  const type = documentTypes.find(candidate => candidate === requestedType)
  if (!type || (replacedPhoto && replacedPhoto.type !== type))
    throw createPhotoError('kind', { field: 'type' })
  return type
}

/** The checkouts whose photos the caller may see; the browser's own token cookie counts too. */
async function listViewableCheckouts(
  backend: Backend,
  input: PhotoAccessInput,
): Promise<CheckoutRow[]> {
  if (input.query.checkout !== undefined) return [await authorisePhotoAccess(backend, input)]
  const token = parseCookie(input.header('cookie'), tokenCookie)
  const ownCheckout =
    token === undefined ? undefined : await loadCheckout(backend, token).catch(ignoreApiError)
  const handoffGrant = await findCheckoutByPass(
    backend,
    parseCookie(input.header('cookie'), photosCookie),
  )
  return [ownCheckout?.row, handoffGrant?.row].filter(row => row !== undefined)
}
