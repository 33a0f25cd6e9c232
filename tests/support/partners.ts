import { eq } from 'drizzle-orm'
import * as attachRoute from '@/pages/api/backend/checkout/[token]/add-partner-token'
import type { Backend } from '@/server/backend'
import { type PartnerTokenRow, partnerTokens } from '@/server/db/tables/partners'
import { hashOf } from '@/server/infra/tokens'
import { addPartnerToken } from '@/server/partners/partner-admin'
import { callRoute, type Reply } from './call-route'

/** Whom the partner sends. */
export const kari = { email: 'kari@example.com', firstName: 'Kari', lastName: 'Nordmann' }

interface Wishes {
  partner?: string
  format?: 'physical' | 'digital'
  years?: string
  days?: string
  person?: Partial<typeof kari>
  isSandbox?: boolean
}

/** A token as an operator makes it: of the partner who has things sent, for a printed year. */
export async function partnerToken(
  { db, now }: Backend,
  { partner = 'Northern Trails', format = 'physical', years = '1', ...more }: Wishes = {},
): Promise<string> {
  const { days, isSandbox = false, person = {} } = more
  const asked = { partner, format, years, days, isSandbox, ...kari, ...person }
  return (await addPartnerToken(db, asked, now())).token
}

/** A token from when the shop sold a plan of nine years. */
export async function unsoldToken(backend: Backend): Promise<string> {
  const given = await partnerToken(backend)
  await backend.db
    .update(partnerTokens)
    .set({ years: 9 })
    .where(eq(partnerTokens.tokenHash, hashOf(given)))
  return given
}

/** What the partner's own call answers. */
export const attachToken = (token: string, given: string, from?: string): Promise<Reply> =>
  callRoute(attachRoute, {
    method: 'POST',
    params: { token },
    body: { partner_token: given },
    ...(from !== undefined && { from }),
  })

export async function rowOf({ db }: Backend, given: string): Promise<PartnerTokenRow | undefined> {
  const [row] = await db
    .select()
    .from(partnerTokens)
    .where(eq(partnerTokens.tokenHash, hashOf(given)))
  return row
}
