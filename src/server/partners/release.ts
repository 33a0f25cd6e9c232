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
 * Makes an order its customer's own again when a link limits the plans to others than its partner has arranged
 * (SPEC 5): the partner's token is free for another order. Answers whether it did; an order that can no longer
 * change keeps its partner.
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
  if (partner) backend.log.warn({ partner }, partnerFailures.plan)
  return partner !== null
}

/** Whether the plan that the order's partner has arranged is among those of a link. */
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
