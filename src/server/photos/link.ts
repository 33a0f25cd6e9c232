import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Infer } from '@/contract/call'
import type { createPhotoLink, openPhotoLink } from '@/contract/operations'
import type { Backend } from '@/server/backend'
import { stored } from '@/server/checkouts'
import { keepPhotoPass } from '@/server/cookies'
import { checkouts, photoLinks } from '@/server/db/schema'
import { Failure } from '@/server/failures'
import { type Limit, take } from '@/server/limits'
import { refuseClosed } from '@/server/photos/holder'
import type { Input } from '@/server/serve'
import { hashOf, newToken } from '@/server/tokens'

/** Long enough to find the phone; whoever sees the code later finds it closed. */
const linkMs = 15 * 60_000
/** Long enough to take four photos, and one of them again. */
const passMs = 2 * 60 * 60_000

const links: Limit = { name: 'photo-links', most: 20, windowSeconds: 3_600 }

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

/** What a device gets for a code. Its pass goes into a cookie, where no script reads it, and not into the answer. */
export type OpenedLink = Infer<typeof openPhotoLink.answer> & {
  pass: string
  toJSON: () => Infer<typeof openPhotoLink.answer>
}

/** The cookie of a device that has opened a link. */
export const passCookie = ({ env }: Backend, { pass }: { pass: string }): string =>
  keepPhotoPass(env, pass, passMs / 1_000)

/** Opens a code: once, and not when it is too late. Whatever is wrong with it, it is `not_found`. */
export async function openLink(
  { db, now }: Backend,
  { body }: Pick<Input<undefined, Infer<typeof openPhotoLink.body>>, 'body'>,
): Promise<OpenedLink> {
  const pass = newToken()
  const expiresAt = new Date(now().getTime() + passMs)
  const [opened] = await db
    .update(photoLinks)
    .set({ passHash: hashOf(pass), expiresAt })
    .where(
      and(
        eq(photoLinks.codeHash, hashOf(body.code)),
        isNull(photoLinks.passHash),
        gt(photoLinks.expiresAt, now()),
      ),
    )
    .returning()
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
