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

/** Who asks for photos: by the checkout's token, or by the pass of a device let in for photos alone. */
export interface PhotoAccessInput {
  query: { checkout?: string | undefined }
  header: HeaderReader
}

/**
 * The checkout whose photos the caller may see and change. A token that is named counts alone: with a wrong
 * one nothing is found, whatever cookies come along.
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

/** Checkouts whose photos the caller may look at: the browser's own counts too. */
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

/** What a device may know that was let in for photos: nothing that the customer has answered. */
export interface PhotoPass {
  /** The checkout's own language, for the first page on another device. */
  language: string
  isClosed: boolean
  images: CheckoutRow['state']['approval_documents']['images']
  version: number
  expiresAt: Date
}

/** The pass a request comes with, for the page on the other device; null without one that still holds. */
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

/** The checkout's row, locked, while it still takes photos: `not_found` once expired, `closed` when completed. */
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

/** A paid order still takes photos, until it is fulfilled. */
export function assertNotClosed({ status }: CheckoutRow): void {
  if (status === 'completed') throw new ApiError('closed')
}

function ignoreApiError(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error
}
