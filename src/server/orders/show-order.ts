import { and, eq } from 'drizzle-orm'
import type { Infer } from '@/contract/api-call'
import type { readOrderPhoto } from '@/contract/operator'
import type { OrderDetails } from '@/contract/order-details'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { type ApprovalImageRow, approvalImages } from '@/server/db/tables/photos'
import { ApiError } from '@/server/infra/api-error'
import { loadOrder, type OrderRecord } from '@/server/outbox/load-order'
import { toOrderDetails } from '@/server/outbox/order-details'
import { readPicture } from '@/server/photos/storage'

type ParamsInput = Pick<Input<undefined, undefined>, 'params'>

/** Everything that is needed to make and send the permit of an order. Throws `not_found`. */
export async function showOrder(backend: Backend, { params }: ParamsInput): Promise<OrderDetails> {
  return toOrderDetails(backend.env, await findOrder(backend, params['id'] ?? ''))
}

/** An order by its number. Throws `not_found`. */
export async function findOrder(backend: Backend, id: string): Promise<OrderRecord> {
  const record = await loadOrder(backend, id)
  if (!record) throw new ApiError('not_found')
  return record
}

type PhotoInput = ParamsInput & { query: Infer<typeof readOrderPhoto.query> }

/** The JPEG of a photo of an order. Throws `not_found`, also when it is deleted, or `unavailable`. */
export async function readPhotoFile(
  backend: Backend,
  { params, query }: PhotoInput,
): Promise<Uint8Array> {
  const { order } = await findOrder(backend, params['id'] ?? '')
  // A photo that is being replaced loses its file between the two reads.
  for (let tries = 0; tries < 2; tries += 1) {
    const photo = await findPhoto(backend, order.checkoutId, params['type'] ?? '')
    const name = query.version === 'original' ? photo?.image : (photo?.cropped ?? photo?.image)
    const file = name && (await readPicture(backend, name))
    if (file) return file
  }
  throw new ApiError('not_found')
}

async function findPhoto(
  { db }: Backend,
  checkoutId: string,
  type: string,
): Promise<ApprovalImageRow | undefined> {
  const [row] = await db
    .select()
    .from(approvalImages)
    .where(
      and(
        eq(approvalImages.checkoutId, checkoutId),
        eq(approvalImages.type, type as ApprovalImageRow['type']),
      ),
    )
  return row
}
