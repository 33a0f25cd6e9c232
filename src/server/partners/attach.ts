import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Product } from '@/domain/catalog/product-schema'
import { applyChange } from '@/domain/checkout/state-change'
import {
  findArrangedPlan,
  type PartnerFailure,
  type PartnerOffer,
  partnerFailures,
  partnerMoved,
  toPartnerChange,
  withoutPartner,
} from '@/domain/links/partner-offer'
import type { Backend } from '@/server/backend'
import { applyCheckoutChange, buildChangeContext } from '@/server/checkout/apply-change'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { resolvePlan } from '@/server/checkout/derive-state'
import type { Db, Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { type PartnerTokenRow, partnerTokens } from '@/server/db/tables/partners'
import { ApiError } from '@/server/infra/api-error'
import { hashOf } from '@/server/infra/tokens'
import { loadPartnerToken, toPartnerOffer } from '@/server/partners/tokens'

/** A partner's token and the client IP. */
interface AttachInput {
  rawToken: string
  address: string
}

/**
 * Attaches a partner token to a checkout: plan, name and email as arranged, unless the customer has
 * already entered them. Returns null on success, else the reason, which is logged; the checkout is
 * then unchanged. Throws `not_found` for an unknown checkout, `rate_limited` after too many wrong
 * tokens.
 */
export async function attachPartnerToken(
  backend: Backend,
  token: string,
  input: AttachInput,
): Promise<PartnerFailure | null> {
  const { row } = await loadCheckout(backend, token)
  const isFinal = row.status !== 'processing' || row.activeAttemptId !== null
  if (isFinal && (await isOwnToken(backend, row, input.rawToken))) return null
  const match = await matchPartnerToken(backend, row, input)
  if (typeof match === 'string') return match
  const { partner } = match.row
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const outcome = await attachOnce(backend, token, match)
    if (outcome !== 'moved') return outcome && reportPartnerFailure(backend, outcome, partner)
  }
  return reportPartnerFailure(backend, 'attach', partner)
}

/** A customer who has paid may open the partner's link again. */
async function isOwnToken(
  { db }: Backend,
  { state: { partnerToken } }: CheckoutRow,
  rawToken: string,
): Promise<boolean> {
  if (!partnerToken) return false
  const [token] = await db.select().from(partnerTokens).where(eq(partnerTokens.id, partnerToken))
  return token?.tokenHash === hashOf(rawToken)
}

/**
 * The reason why a token cannot be attached to a checkout that is not stored yet; null if it can.
 * Throws `rate_limited` after too many wrong tokens.
 */
export async function findAttachFailure(
  backend: Backend,
  input: AttachInput,
  state: CheckoutRow['state'],
): Promise<PartnerFailure | null> {
  const match = await matchPartnerToken(
    backend,
    { state, activeAttemptId: null, status: 'processing' },
    input,
  )
  if (typeof match === 'string') return match
  const { checkoutId } = match.row
  const [holder] = checkoutId
    ? await backend.db.select().from(checkouts).where(eq(checkouts.id, checkoutId))
    : []
  const isHolderActive = holder !== undefined && !canLoseToken(holder, backend.now())
  return isHolderActive ? reportPartnerFailure(backend, 'attach', match.row.partner) : null
}

/** Logs the failure with the partner's name and returns it. */
export function reportPartnerFailure(
  { log }: Backend,
  failure: PartnerFailure,
  partner: string | null = null,
): PartnerFailure {
  log.warn({ event: 'partner.rejected', partner }, partnerFailures[failure])
  return failure
}

interface PartnerMatch {
  row: PartnerTokenRow
  plan: Product
}

/**
 * The token's row and its plan, or the first failure (docs/partners.md, Failures), which is logged.
 */
async function matchPartnerToken(
  backend: Backend,
  snapshot: Pick<CheckoutRow, 'state' | 'activeAttemptId' | 'status'>,
  { rawToken, address }: AttachInput,
): Promise<PartnerMatch | PartnerFailure> {
  const row = await loadPartnerToken(backend, rawToken, address).catch(ignoreNotFound)
  if (!row) return reportPartnerFailure(backend, 'token')
  const catalog = await backend.catalog()
  const { productList } = resolvePlan(snapshot.state, catalog)
  if (!productList.some(({ years }) => years !== null))
    return reportPartnerFailure(backend, 'products', row.partner)
  const plan = findArrangedPlan(productList, toPartnerOffer(row))
  return plan ? { row, plan } : reportPartnerFailure(backend, 'plan', row.partner)
}

function ignoreNotFound(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'not_found') return undefined
  throw error
}

/**
 * One attempt in one transaction: a token belongs to one checkout, and both checkouts are updated
 * with it. Returns `moved` after a concurrent change. Locks the checkouts in the order of their
 * ids, then the token.
 */
async function attachOnce(
  backend: Backend,
  token: string,
  { row: partnerRow, plan }: PartnerMatch,
): Promise<PartnerFailure | 'moved' | null> {
  const { db, now } = backend
  const { row } = await loadCheckout(backend, token)
  const { id, isSandbox } = partnerRow
  const catalog = await backend.catalog()
  const points = catalog.pickupPoints(partnerRow.partner)
  const { partnerToken } = row.state
  const previousOffer = await findPreviousOffer(db, partnerToken)
  const buildChange = ({ state }: CheckoutRow) =>
    toPartnerChange(state, {
      id,
      offer: toPartnerOffer(partnerRow),
      before: previousOffer,
      plan,
      points,
    })
  const context = await buildChangeContext({ row }, backend, catalog, buildChange(row))
  return db.transaction(async tx => {
    const holderId = await findHolderId(tx, id)
    const { ownRow, holder } = await lockCheckouts(tx, row.id, holderId)
    if ((await findHolderId(tx, id, true)) !== holderId) return 'moved'
    if (ownRow?.status !== 'processing' || ownRow.activeAttemptId) return 'attach'
    if (holder && !canLoseToken(holder, now())) return 'attach'
    if (ownRow.state.partnerToken !== partnerToken) return 'moved'
    if (holder) await saveState(backend, tx, holder, buildMovedState(holder))
    await assignToken(tx, ownRow.id, isSandbox ? null : id)
    await saveState(
      backend,
      tx,
      ownRow,
      applyCheckoutChange(ownRow.state, buildChange(ownRow), context).stored,
    )
    return null
  })
}

/** The offer of the checkout's present token; null without one. */
async function findPreviousOffer(
  db: Db,
  partnerToken: string | null,
): Promise<PartnerOffer | null> {
  if (!partnerToken) return null
  const [row] = await db.select().from(partnerTokens).where(eq(partnerTokens.id, partnerToken))
  return row ? toPartnerOffer(row) : null
}

/** The state of a checkout that loses its token; the next page shows a notice. */
const buildMovedState = ({ state }: CheckoutRow): CheckoutRow['state'] =>
  applyChange(state, { ...withoutPartner(state), partner: partnerMoved })

/**
 * Releases the checkout's other tokens and assigns this one, because a checkout has at most one.
 */
async function assignToken(tx: Tx, checkoutId: string, id: string | null): Promise<void> {
  await tx
    .update(partnerTokens)
    .set({ checkoutId: null })
    .where(and(eq(partnerTokens.checkoutId, checkoutId), ne(partnerTokens.id, id ?? '')))
  if (id) await tx.update(partnerTokens).set({ checkoutId }).where(eq(partnerTokens.id, id))
}

async function findHolderId(tx: Tx, id: string, isLocked = false): Promise<string | null> {
  const query = tx
    .select({ checkoutId: partnerTokens.checkoutId })
    .from(partnerTokens)
    .where(eq(partnerTokens.id, id))
  const [token] = await (isLocked ? query.for('update') : query)
  return token?.checkoutId ?? null
}

async function lockCheckouts(tx: Tx, ownId: string, holderId: string | null) {
  const ids = [...new Set([ownId, holderId ?? ownId])]
  const rows = await tx
    .select()
    .from(checkouts)
    .where(inArray(checkouts.id, ids))
    .orderBy(asc(checkouts.id))
    .for('update')
  return {
    ownRow: rows.find(({ id }) => id === ownId),
    holder: rows.find(({ id }) => id !== ownId),
  }
}

const saveState = (
  { now }: Backend,
  tx: Tx,
  { id, version }: CheckoutRow,
  state: CheckoutRow['state'],
) =>
  tx
    .update(checkouts)
    .set({ state, version: version + 1, updatedAt: now() })
    .where(eq(checkouts.id, id))

/** Time without changes after which an order in progress can lose its token: 24 hours. */
const idleTimeoutMs = 86_400_000

/**
 * Whether a token may move from its checkout to another: its customer has not completed the first
 * step (a mail program or another browser may have opened the link), or the checkout is idle or
 * expired.
 */
const canLoseToken = (
  { status, activeAttemptId, state, updatedAt, expiresAt }: CheckoutRow,
  now: Date,
): boolean => {
  if (status !== 'processing' || activeAttemptId) return false
  const isIdle = expiresAt <= now || now.getTime() - updatedAt.getTime() > idleTimeoutMs
  return isIdle || state.customer.id === null
}
