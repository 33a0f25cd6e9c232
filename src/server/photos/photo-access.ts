import type { IncomingMessage } from 'node:http'
import { and, eq, gt } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import type { Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { photoLinks } from '@/server/db/tables/photos'
import { photosCookie, tokenCookie } from '@/server/http/cookies'
import { createHeaderReader, type HeaderReader, parseCookie } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { hashOf, isToken } from '@/server/infra/tokens'

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

/** The checkouts whose photos the caller may see; the browser's own token cookie counts too. */
export async function listViewableCheckouts(
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

/** What a device admitted for photos may read; none of the customer's answers. */
export interface PhotoPass {
  /** The checkout's language, for the first page on another device. */
  language: string
  isClosed: boolean
  images: CheckoutRow['state']['approval_documents']['images']
  version: number
  expiresAt: Date
}

/** The photo pass of a request, for the page on the other device; null without a valid one. */
export async function readPhotoPass(
  backend: Backend,
  request: IncomingMessage,
): Promise<PhotoPass | null> {
  const cookies = createHeaderReader(request)('cookie')
  const grant = await findCheckoutByPass(backend, parseCookie(cookies, photosCookie))
  if (!grant) return null
  const { row, expiresAt } = grant
  return {
    language: row.state.language,
    isClosed: row.status === 'completed',
    images: row.state.approval_documents.images,
    version: row.version,
    expiresAt,
  }
}

async function findCheckoutByPass(
  { db, now }: Backend,
  pass: string | undefined,
): Promise<{ row: CheckoutRow; expiresAt: Date } | undefined> {
  if (!isToken(pass)) return undefined
  const [grant] = await db
    .select({ row: checkouts, expiresAt: photoLinks.expiresAt })
    .from(photoLinks)
    .innerJoin(checkouts, eq(checkouts.id, photoLinks.checkoutId))
    .where(
      and(
        eq(photoLinks.passHash, hashOf(pass)),
        gt(photoLinks.expiresAt, now()),
        gt(checkouts.expiresAt, now()),
      ),
    )
  return grant
}

/**
 * Locks a checkout that accepts photos. Throws `not_found` once expired, `closed` when completed.
 */
export async function lockOpenCheckout({ now }: Backend, tx: Tx, id: string): Promise<CheckoutRow> {
  const [row] = await tx
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.id, id), gt(checkouts.expiresAt, now())))
    .for('update')
  if (!row) throw new ApiError('not_found')
  assertNotClosed(row)
  return row
}

/** A paid order accepts photos until it is fulfilled. Throws `closed` then. */
export function assertNotClosed({ status }: CheckoutRow): void {
  if (status === 'completed') throw new ApiError('closed')
}

function ignoreApiError(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error
}
