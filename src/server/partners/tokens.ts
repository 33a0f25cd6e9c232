import { and, eq, gt, isNotNull, notExists, or, sql } from 'drizzle-orm'
import type { PartnerOffer } from '@/domain/links/partner-offer'
import type { Backend } from '@/server/backend'
import { orders } from '@/server/db/tables/orders'
import { type PartnerTokenRow, partnerTokens } from '@/server/db/tables/partners'
import { Failure } from '@/server/infra/api-error'
import { hashOf, isToken } from '@/server/infra/tokens'
import { giveBack, type Limit, take } from '@/server/limits/rate-limit'

/** Nobody types a partner's link: whoever is wrong this often is looking for one. An office shares an address. */
const triesOfAddress: Limit = { name: 'partner-tokens-address', most: 20, windowSeconds: 3_600 }

/**
 * The row a partner's token opens. Wrong, expired and used ones are all `not_found`, and after too many of
 * them everything is `rate_limited` for their network address.
 */
export async function tokenRow(
  backend: Backend,
  given: string,
  address: string,
): Promise<PartnerTokenRow> {
  await take(backend, triesOfAddress, address)
  const row = await usable(backend, given)
  if (!row) throw new Failure('not_found')
  await giveBack(backend, triesOfAddress, address)
  return row
}

async function usable(
  { db, env, now }: Backend,
  given: string,
): Promise<PartnerTokenRow | undefined> {
  if (!isToken(given)) return undefined
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
        eq(partnerTokens.tokenHash, hashOf(given)),
        gt(partnerTokens.expiresAt, now()),
        or(eq(partnerTokens.isSandbox, true), isUnused),
      ),
    )
  // A sandbox token is known to many: it is good only where nothing is charged.
  return row?.isSandbox && env.payments !== 'sandbox' ? undefined : row
}

/** What a row arranges, by SPEC 3's names. */
export const offerOf = (row: PartnerTokenRow): PartnerOffer => ({
  years: row.years,
  product_type: row.productType,
  customer_email: row.customerEmail,
  customer_first_name: row.customerFirstName,
  customer_last_name: row.customerLastName,
  partner: row.partner,
})
