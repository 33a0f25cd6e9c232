import { and, eq, gt, isNotNull, notExists, or, sql } from 'drizzle-orm'
import type { PartnerOffer } from '@/domain/links/partner-offer'
import type { Backend } from '@/server/backend'
import { orders } from '@/server/db/tables/orders'
import { type PartnerTokenRow, partnerTokens } from '@/server/db/tables/partners'
import { ApiError } from '@/server/infra/api-error'
import { hashOf, isToken } from '@/server/infra/tokens'
import { consumeLimit, type RateLimit, releaseHit } from '@/server/limits/rate-limit'

/**
 * Partner links are not typed by hand, so 20 wrong tokens in an hour are guesses. An office shares
 * an address.
 */
const addressLimit: RateLimit = {
  name: 'partner-tokens-address',
  maxHits: 20,
  windowSeconds: 3_600,
}

/**
 * The row of a partner's token. Throws `not_found` for a wrong, expired or used token, and
 * `rate_limited` for every token of a client IP after too many wrong ones.
 */
export async function loadPartnerToken(
  backend: Backend,
  rawToken: string,
  address: string,
): Promise<PartnerTokenRow> {
  const hit = await consumeLimit(backend, addressLimit, address)
  const row = await findUsableToken(backend, rawToken)
  if (!row) throw new ApiError('not_found')
  await releaseHit(backend, hit)
  return row
}

async function findUsableToken(
  { db, env, now }: Backend,
  rawToken: string,
): Promise<PartnerTokenRow | undefined> {
  if (!isToken(rawToken)) return undefined
  const isUnused = notExists(
    db
      .select({ one: sql`1` })
      .from(orders)
      .where(and(eq(orders.partnerTokenId, partnerTokens.id), isNotNull(orders.paidAt))),
  )
  const [row] = await db
    .select()
    .from(partnerTokens)
    .where(
      and(
        eq(partnerTokens.tokenHash, hashOf(rawToken)),
        gt(partnerTokens.expiresAt, now()),
        or(eq(partnerTokens.isSandbox, true), isUnused),
      ),
    )
  // Sandbox tokens are public: they work only where nothing is charged.
  return row?.isSandbox && env.payments !== 'sandbox' ? undefined : row
}

/** The offer of a token's row, with the names of the wire. */
export const toPartnerOffer = (row: PartnerTokenRow): PartnerOffer => ({
  years: row.years,
  product_type: row.productType,
  customer_email: row.customerEmail,
  customer_first_name: row.customerFirstName,
  customer_last_name: row.customerLastName,
  partner: row.partner,
})
