import { eq } from 'drizzle-orm'
import { listOfferedProducts } from '@/domain/catalog/plans'
import { applyChange } from '@/domain/checkout/state-change'
import { findArrangedPlan, partnerFailures, withoutPartner } from '@/domain/links/partner-offer'
import type { Backend } from '@/server/backend'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { partnerTokens } from '@/server/db/tables/partners'
import { toPartnerOffer } from '@/server/partners/tokens'

/**
 * Detaches the partner from an order when a link's plans exclude the partner's; the token is free
 * for another order. Returns whether it did. An order that can no longer change retains its
 * partner. Throws `not_found`.
 */
export async function releaseUnlistedPartner(
  backend: Backend,
  token: string,
  products: number[],
): Promise<boolean> {
  const { row } = await loadCheckout(backend, token)
  const { partnerToken } = row.state
  if (products.length === 0 || !partnerToken) return false
  if (await isPlanListed(backend, row, products)) return false
  const partner = await backend.db.transaction(async tx => {
    const { row } = await loadCheckout(backend, token, tx)
    if (row.status !== 'processing' || row.activeAttemptId) return null
    if (row.state.partnerToken !== partnerToken) return null
    await tx
      .update(partnerTokens)
      .set({ checkoutId: null })
      .where(eq(partnerTokens.checkoutId, row.id))
    await tx
      .update(checkouts)
      .set({
        state: applyChange(row.state, withoutPartner(row.state)),
        version: row.version + 1,
        updatedAt: backend.now(),
      })
      .where(eq(checkouts.id, row.id))
    return row.state.partner
  })
  if (partner) backend.log.warn({ event: 'partner.rejected', partner }, partnerFailures.plan)
  return partner !== null
}

/** Whether a link's plans include the one that the order's partner arranged. */
async function isPlanListed(
  { db, catalog }: Backend,
  { state }: CheckoutRow,
  products: number[],
): Promise<boolean> {
  const [partnerRow] = await db
    .select()
    .from(partnerTokens)
    .where(eq(partnerTokens.id, state.partnerToken ?? ''))
  const allProducts = (await catalog()).products(state.currency)
  const offeredPlans = listOfferedProducts(allProducts, { campaigns: state.campaigns, products })
  return !partnerRow || findArrangedPlan(offeredPlans, toPartnerOffer(partnerRow)) !== undefined
}
