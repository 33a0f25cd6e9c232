import type { Backend } from '@/server/backend'
import { assertNotClosed, loadCheckout } from '@/server/checkout/checkout-repository'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import { photosCookie } from '@/server/http/cookies'
import { type HeaderReader, parseCookie } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { findCheckoutByPass } from '@/server/photos/handoff-link'

/**
 * Credentials for photos: the checkout's token, or the pass of a device admitted for photos only.
 */
export interface PhotoAccessInput {
  query: { checkout?: string | undefined }
  header: HeaderReader
}

/**
 * The checkout whose photos the caller may see and change. A token in the query is used alone: with
 * a wrong one this throws `not_found`, whatever the cookies.
 */
export async function authorisePhotoAccess(
  backend: Backend,
  { query, header }: PhotoAccessInput,
): Promise<CheckoutRow> {
  if (query.checkout !== undefined) return (await loadCheckout(backend, query.checkout)).row
  const grant = await findCheckoutByPass(backend, parseCookie(header('cookie'), photosCookie))
  if (!grant) throw new ApiError('not_found')
  return grant.row
}

/** Like `authorisePhotoAccess`; throws `closed` or `refunded` for an order that takes no more photos. */
export async function authoriseOpenCheckout(
  backend: Backend,
  input: PhotoAccessInput,
): Promise<CheckoutRow> {
  const checkout = await authorisePhotoAccess(backend, input)
  await assertNotClosed(backend.db, checkout)
  return checkout
}
