import { and, eq, inArray } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ofPhotos } from '@/contract/approval-images'
import type { Infer } from '@/contract/call'
import type { listApprovalImages, removeApprovalImage } from '@/contract/operations'
import { type DocumentType, documentTypes } from '@/domain/checkout/checkout-state'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import { type ApprovalImageRow, approvalImages } from '@/server/db/tables/photos'
import { Failure } from '@/server/infra/api-error'
import type { PhotoForm } from '@/server/photos/multipart-form'
import { type Asking, holderOf, refuseClosed, viewableBy } from '@/server/photos/photo-access'
import { wrongPhoto } from '@/server/photos/photo-errors'
import { keptAlready, ownPhoto, type StoredImage } from '@/server/photos/photo-repository'
import { keep, takeOff } from '@/server/photos/save-photo'
import { pictureNamed } from '@/server/photos/storage'
import { countUpload, pictures, withForm } from '@/server/photos/upload'

type Asked = Input<z.infer<typeof ofPhotos>, unknown>

/** The photos there are. */
export async function list(
  backend: Backend,
  asking: Asking,
): Promise<Infer<typeof listApprovalImages.answer>> {
  const { state, version } = await holderOf(backend, asking)
  return { images: state.approval_documents.images, version }
}

/** Adds a photo, or replaces the one of its type. */
export async function add(backend: Backend, asked: Asked): Promise<StoredImage> {
  return upload(backend, asked, await takingPhotos(backend, asked))
}

/** Replaces a photo; the id must be one of this checkout's. */
export async function change(backend: Backend, asked: Asked): Promise<StoredImage> {
  const checkout = await takingPhotos(backend, asked)
  const before = await ownPhoto(backend.db, checkout.id, asked.params.id ?? '')
  return upload(backend, asked, checkout, before)
}

/** Takes a photo away. */
export async function remove(
  backend: Backend,
  asked: Pick<Asked, 'params' | 'query' | 'header'>,
): Promise<Infer<typeof removeApprovalImage.answer>> {
  const checkout = await takingPhotos(backend, asked)
  return takeOff(backend, checkout.id, asked.params.id ?? '')
}

/** A photo in small. What is not the caller's to see is `not_found`. */
export async function preview(
  backend: Backend,
  asked: Pick<Asked, 'params' | 'query' | 'header'>,
): Promise<Uint8Array> {
  const ids = (await viewableBy(backend, asked)).map(({ id }) => id)
  // One that is being replaced loses its file between the two looks.
  for (let tries = 0; tries < 2; tries += 1) {
    const photo = await photoIn(backend, ids, asked.params.id ?? '')
    const bytes = photo && (await pictureNamed(backend, photo.preview))
    if (bytes) return bytes
  }
  throw new Failure('not_found')
}

async function photoIn(
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

async function takingPhotos(backend: Backend, asking: Asking): Promise<CheckoutRow> {
  const checkout = await holderOf(backend, asking)
  refuseClosed(checkout)
  return checkout
}

async function upload(
  backend: Backend,
  asked: Asked,
  checkout: CheckoutRow,
  before?: ApprovalImageRow,
): Promise<StoredImage> {
  const key = asked.header('idempotency-key') || undefined
  const known = await keptAlready(backend.db, checkout, key)
  if (known) return known
  await countUpload(backend, checkout, asked.address)
  return withForm(backend, asked, { names: ['image', 'cropped_image'] }, async form => {
    const described = {
      type: typeIn(form, before),
      id: before?.id,
      needsReview: form.fields.get('needs_review') === 'true',
      key,
    }
    const field = (name: string) => ({ field: name, file: form.files.get(name) })
    const cropped = form.files.has('cropped_image') ? field('cropped_image') : undefined
    return keep(backend, checkout.id, described, await pictures(field('image'), cropped))
  })
}

/** A photo that is replaced keeps its type. */
function typeIn({ fields }: PhotoForm, before: ApprovalImageRow | undefined): DocumentType {
  const named = fields.get('type') ?? before?.type
  const type = documentTypes.find(one => one === named)
  if (!type || (before && before.type !== type)) throw wrongPhoto('kind', { field: 'type' })
  return type
}
