import type { IncomingMessage } from 'node:http'
import { and, eq, gt } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { stored } from '@/server/checkout/checkout-repository'
import type { Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { photoLinks } from '@/server/db/tables/photos'
import { photosCookie, tokenCookie } from '@/server/http/cookies'
import { cookieIn, type Header, headerOf } from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'
import { hashOf, isToken } from '@/server/infra/tokens'

/** Who asks for photos: by the checkout's token, or by the pass of a device let in for photos alone. */
export interface Asking {
  query: { checkout?: string | undefined }
  header: Header
}

/**
 * The checkout whose photos the caller may see and change. A token that is named counts alone: with a wrong
 * one nothing is found, whatever cookies come along.
 */
export async function holderOf(backend: Backend, { query, header }: Asking): Promise<CheckoutRow> {
  if (query.checkout !== undefined) return (await stored(backend, query.checkout)).row
  const held = await checkoutOfPass(backend, cookieIn(header('cookie'), photosCookie))
  if (!held) throw new Failure('not_found')
  return held.row
}

/** Checkouts whose photos the caller may look at: the browser's own counts too. */
export async function viewableBy(backend: Backend, asking: Asking): Promise<CheckoutRow[]> {
  if (asking.query.checkout !== undefined) return [await holderOf(backend, asking)]
  const token = cookieIn(asking.header('cookie'), tokenCookie)
  const own = token === undefined ? undefined : await stored(backend, token).catch(notFound)
  const lent = await checkoutOfPass(backend, cookieIn(asking.header('cookie'), photosCookie))
  return [own?.row, lent?.row].filter(row => row !== undefined)
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
export async function photoPassOf(
  backend: Backend,
  request: IncomingMessage,
): Promise<PhotoPass | null> {
  const cookies = headerOf(request)('cookie')
  const held = await checkoutOfPass(backend, cookieIn(cookies, photosCookie))
  if (!held) return null
  const { row, expiresAt } = held
  return {
    language: row.state.language,
    isClosed: row.status === 'completed',
    images: row.state.approval_documents.images,
    version: row.version,
    expiresAt,
  }
}

async function checkoutOfPass(
  { db, now }: Backend,
  pass: string | undefined,
): Promise<{ row: CheckoutRow; expiresAt: Date } | undefined> {
  if (!isToken(pass)) return undefined
  const [held] = await db
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
  return held
}

/** The checkout's row, locked, while it still takes photos: `not_found` once expired, `closed` when completed. */
export async function openFor({ now }: Backend, tx: Tx, id: string): Promise<CheckoutRow> {
  const [row] = await tx
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.id, id), gt(checkouts.expiresAt, now())))
    .for('update')
  if (!row) throw new Failure('not_found')
  refuseClosed(row)
  return row
}

/** A paid order still takes photos, until it is fulfilled. */
export function refuseClosed({ status }: CheckoutRow): void {
  if (status === 'completed') throw new Failure('closed')
}

function notFound(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error
}
