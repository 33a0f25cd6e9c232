import { eq } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { type PartnerTokenRow, partnerTokens } from '@/server/db/tables/partners'
import { hashOf } from '@/server/infra/tokens'
import { issuePartnerToken } from '@/server/partners/partner-admin'
import { callRoute, type Reply } from './call-route'

const attachRoute = '/backend/api/checkout/[token]/add-partner-token/'

/** A customer sent by a partner. */
export const kari = { email: 'kari@example.com', firstName: 'Kari', lastName: 'Nordmann' }

interface TokenOptions {
  partner?: string
  format?: 'physical' | 'digital'
  years?: string
  days?: string
  person?: Partial<typeof kari>
  isSandbox?: boolean
}

/** Creates a token as an operator would: the delivering partner, printed one-year plan. */
export async function createPartnerToken(
  { db, now }: Backend,
  { partner = 'Northern Trails', format = 'physical', years = '1', ...rest }: TokenOptions = {},
): Promise<string> {
  const { days, isSandbox = false, person = {} } = rest
  const tokenRequest = { partner, format, years, days, isSandbox, ...kari, ...person }
  return (await issuePartnerToken(db, tokenRequest, now())).token
}

/** Creates a token for a nine-year plan, which is no longer sold. */
export async function createUnsoldToken(backend: Backend): Promise<string> {
  const rawToken = await createPartnerToken(backend)
  await backend.db
    .update(partnerTokens)
    .set({ years: 9 })
    .where(eq(partnerTokens.tokenHash, hashOf(rawToken)))
  return rawToken
}

/** Calls the partner endpoint for a checkout. */
export const attachToken = (token: string, rawToken: string, from?: string): Promise<Reply> =>
  callRoute(attachRoute, {
    method: 'POST',
    params: { token },
    body: { partner_token: rawToken },
    ...(from !== undefined && { from }),
  })

export async function findTokenRow(
  { db }: Backend,
  rawToken: string,
): Promise<PartnerTokenRow | undefined> {
  const [row] = await db
    .select()
    .from(partnerTokens)
    .where(eq(partnerTokens.tokenHash, hashOf(rawToken)))
  return row
}
