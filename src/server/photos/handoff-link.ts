import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Infer } from '@/contract/call'
import type { createPhotoLink, openPhotoLink } from '@/contract/operations'
import { tokenLifetimeMs } from '@/domain/checkout/checkout-status'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { stored } from '@/server/checkout/checkout-repository'
import { checkouts } from '@/server/db/tables/checkouts'
import { type PhotoLinkRow, photoLinks } from '@/server/db/tables/photos'
import { keepPhotoPass } from '@/server/http/cookies'
import { Failure } from '@/server/infra/api-error'
import { hashOf, newToken } from '@/server/infra/tokens'
import { type Limit, take } from '@/server/limits/rate-limit'
import { refuseClosed } from '@/server/photos/photo-access'

/** Long enough to find the phone; whoever sees the code later finds it closed. */
const linkMs = 15 * 60_000
/** Long enough to take four photos, and one of them again. */
const passMs = 2 * 60 * 60_000

/** As long as a checkout opens: mails are read late, and again. */
const mailedMs = tokenLifetimeMs

const links: Limit = { name: 'photo-links', most: 20, windowSeconds: 3_600 }
/** Of one order's mailed links. */
const openings: Limit = { name: 'photo-links-opened', most: 60, windowSeconds: 3_600 }

/** Makes a code that opens a checkout's photos once, on another device. Only its hash is stored. */
export async function createLink(
  backend: Backend,
  { params }: Pick<Input<undefined, unknown>, 'params'>,
): Promise<Infer<typeof createPhotoLink.answer>> {
  const { row } = await stored(backend, params.token ?? '')
  refuseClosed(row)
  await take(backend, links, row.id)
  const code = newToken()
  const expiresAt = new Date(backend.now().getTime() + linkMs)
  await backend.db
    .insert(photoLinks)
    .values({ codeHash: hashOf(code), checkoutId: row.id, expiresAt })
  return { code, expires_at: expiresAt.toISOString() }
}

/**
 * Makes a code for a mail, which opens a checkout's photos, and nothing else, on any device and any number of
 * times for 30 days. Only its hash is stored: a mail that is sent again brings another code along.
 */
export async function mailedCode({ db, now }: Backend, checkoutId: string): Promise<string> {
  const code = newToken()
  const expiresAt = new Date(now().getTime() + mailedMs)
  await db
    .insert(photoLinks)
    .values({ codeHash: hashOf(code), checkoutId, expiresAt, isMailed: true })
  return code
}

/** What a device gets for a code. Its pass goes into a cookie, where no script reads it, and not into the answer. */
export type OpenedLink = Infer<typeof openPhotoLink.answer> & {
  pass: string
  toJSON: () => Infer<typeof openPhotoLink.answer>
}

/** The cookie of a device that has opened a link. */
export const passCookie = ({ env }: Backend, { pass }: { pass: string }): string =>
  keepPhotoPass(env, pass, passMs / 1_000)

/** Opens a code, unless it is too late, or was opened before and not mailed. Whatever is wrong, it is `not_found`. */
export async function openLink(
  backend: Backend,
  { body }: Pick<Input<undefined, Infer<typeof openPhotoLink.body>>, 'body'>,
): Promise<OpenedLink> {
  const { db, now } = backend
  const pass = newToken()
  const expiresAt = new Date(now().getTime() + passMs)
  const codeHash = hashOf(body.code)
  const given = { passHash: hashOf(pass), expiresAt }
  const opened =
    (await openOnce(backend, codeHash, given)) ?? (await openMailed(backend, codeHash, given))
  if (!opened) throw new Failure('not_found')
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.id, opened.checkoutId), gt(checkouts.expiresAt, now())))
  if (!row || row.status === 'completed') throw new Failure('not_found')
  const { images } = row.state.approval_documents
  const told = { images, version: row.version, expires_at: expiresAt.toISOString() }
  return { ...told, pass, toJSON: () => told }
}

type Given = Pick<PhotoLinkRow, 'passHash' | 'expiresAt'>

const stillOpens = ({ now }: Backend, codeHash: string, isMailed: boolean) =>
  and(
    eq(photoLinks.codeHash, codeHash),
    eq(photoLinks.isMailed, isMailed),
    isNull(photoLinks.passHash),
    gt(photoLinks.expiresAt, now()),
  )

async function openOnce(backend: Backend, codeHash: string, given: Given) {
  const [opened] = await backend.db
    .update(photoLinks)
    .set(given)
    .where(stillOpens(backend, codeHash, false))
    .returning()
  return opened
}

/** Every device has a row of its own; the mail's stays as it is, for the next. */
async function openMailed(backend: Backend, codeHash: string, given: Given) {
  const [link] = await backend.db
    .select()
    .from(photoLinks)
    .where(stillOpens(backend, codeHash, true))
  if (!link) return undefined
  const { checkoutId } = link
  await take(backend, openings, checkoutId)
  const [opened] = await backend.db
    .insert(photoLinks)
    .values({ ...given, codeHash: hashOf(newToken()), checkoutId })
    .returning()
  return opened
}
