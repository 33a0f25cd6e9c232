import type { IncomingMessage } from 'node:http'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Infer } from '@/contract/api-call'
import type { createPhotoLink, openPhotoLink } from '@/contract/operations'
import { tokenLifetimeMs } from '@/domain/checkout/checkout-status'
import type { OrderClosure } from '@/domain/checkout/order-closure'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { assertNotClosed, findClosure, loadCheckout } from '@/server/checkout/checkout-repository'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { type PhotoLinkRow, photoLinks } from '@/server/db/tables/photos'
import { buildPhotoPassCookie, photosCookie } from '@/server/http/cookies'
import { createHeaderReader, parseCookie } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { generateToken, hashOf, isToken } from '@/server/infra/tokens'
import { consumeLimit, type RateLimit } from '@/server/limits/rate-limit'

/** Long enough to find the phone; a code that is seen later no longer works. */
const linkLifetimeMs = 15 * 60_000
/** Long enough to take four photos and to retake one. */
const passLifetimeMs = 2 * 60 * 60_000

/** As long as a checkout's token: mails are read late and repeatedly. */
const mailedLinkLifetimeMs = tokenLifetimeMs

const linkLimit: RateLimit = { name: 'photo-links', maxHits: 20, windowSeconds: 3_600 }
/** Openings of the mailed links of one order. */
const mailedOpeningLimit: RateLimit = {
  name: 'photo-links-opened',
  maxHits: 60,
  windowSeconds: 3_600,
}

/**
 * Creates a code that opens a checkout's photos once, on another device. Only its hash is stored.
 * Throws `closed` or `refunded` for an order that takes no more photos, and `rate_limited` after too
 * many codes.
 */
export async function createHandoffLink(
  backend: Backend,
  { params }: Pick<Input<undefined, unknown>, 'params'>,
): Promise<Infer<typeof createPhotoLink.response>> {
  const { row } = await loadCheckout(backend, params['token'] ?? '')
  await assertNotClosed(backend.db, row)
  await consumeLimit(backend, linkLimit, row.id)
  const code = generateToken()
  const expiresAt = new Date(backend.now().getTime() + linkLifetimeMs)
  await backend.db
    .insert(photoLinks)
    .values({ codeHash: hashOf(code), checkoutId: row.id, expiresAt })
  return { code, expires_at: expiresAt.toISOString() }
}

/**
 * Creates a code for a mail. It opens a checkout's photos, and nothing else, on any device and any
 * number of times for 30 days. Only its hash is stored, so a repeated mail gets a new code.
 */
export async function createMailedCode({ db, now }: Backend, checkoutId: string): Promise<string> {
  const code = generateToken()
  const expiresAt = new Date(now().getTime() + mailedLinkLifetimeMs)
  await db
    .insert(photoLinks)
    .values({ codeHash: hashOf(code), checkoutId, expiresAt, isMailed: true })
  return code
}

/**
 * The response for an opened link. The pass goes into a cookie that scripts cannot read; `toJSON`
 * leaves it out.
 */
type OpenedLink = Infer<typeof openPhotoLink.response> & {
  pass: string
  toJSON: () => Infer<typeof openPhotoLink.response>
}

/** The cookie with the pass of a device that has opened a link. */
export const passCookie = ({ env }: Backend, { pass }: { pass: string }): string =>
  buildPhotoPassCookie(env, pass, passLifetimeMs / 1_000)

/**
 * Opens a code and creates the device's pass. Throws `not_found` when the code is unknown, expired
 * or, unless mailed, opened before, `closed` or `refunded` when its order takes no more photos, and
 * `rate_limited` after too many openings.
 */
export async function openHandoffLink(
  backend: Backend,
  { body }: Pick<Input<undefined, Infer<typeof openPhotoLink.body>>, 'body'>,
): Promise<OpenedLink> {
  const { db, now } = backend
  const pass = generateToken()
  const expiresAt = new Date(now().getTime() + passLifetimeMs)
  const codeHash = hashOf(body.code)
  const grant = { passHash: hashOf(pass), expiresAt }
  const openedLink =
    (await openOnce(backend, codeHash, grant)) ?? (await openMailed(backend, codeHash, grant))
  if (!openedLink) throw new ApiError('not_found')
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.id, openedLink.checkoutId), gt(checkouts.expiresAt, now())))
  if (!row) throw new ApiError('not_found')
  await assertNotClosed(db, row)
  const { images } = row.state.approval_documents
  const answer = { images, version: row.version, expires_at: expiresAt.toISOString() }
  return { ...answer, pass, toJSON: () => answer }
}

type PassGrant = Pick<PhotoLinkRow, 'passHash' | 'expiresAt'>

const whereOpenable = ({ now }: Backend, codeHash: string, isMailed: boolean) =>
  and(
    eq(photoLinks.codeHash, codeHash),
    eq(photoLinks.isMailed, isMailed),
    isNull(photoLinks.passHash),
    gt(photoLinks.expiresAt, now()),
  )

async function openOnce(backend: Backend, codeHash: string, grant: PassGrant) {
  const [openedLink] = await backend.db
    .update(photoLinks)
    .set(grant)
    .where(whereOpenable(backend, codeHash, false))
    .returning()
  return openedLink
}

/** Each device gets a row of its own; the mail's row remains for the next. */
async function openMailed(backend: Backend, codeHash: string, grant: PassGrant) {
  const [link] = await backend.db
    .select()
    .from(photoLinks)
    .where(whereOpenable(backend, codeHash, true))
  if (!link) return undefined
  const { checkoutId } = link
  await consumeLimit(backend, mailedOpeningLimit, checkoutId)
  const [openedLink] = await backend.db
    .insert(photoLinks)
    .values({ ...grant, codeHash: hashOf(generateToken()), checkoutId })
    .returning()
  return openedLink
}

/** What a device admitted for photos may read; none of the customer's answers. */
interface PhotoPass {
  /** The checkout's language, for the first page on another device. */
  language: string
  /** Why the order takes no more photos. */
  closure: OrderClosure | null
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
    closure: await findClosure(backend.db, row),
    images: row.state.approval_documents.images,
    version: row.version,
    expiresAt,
  }
}

/** The checkout that a device's pass opens, and the pass's expiry. */
export async function findCheckoutByPass(
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
