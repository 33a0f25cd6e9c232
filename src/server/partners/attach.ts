import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Product } from '@/domain/catalog/plans'
import { applyChange } from '@/domain/checkout/state-change'
import {
  arrangedPlan,
  type PartnerFailure,
  type PartnerOffer,
  partnerChange,
  partnerFailures,
  partnerMoved,
  withoutPartner,
} from '@/domain/links/partner-offer'
import type { Backend } from '@/server/backend'
import { changed } from '@/server/checkout/apply-change'
import { contextOf } from '@/server/checkout/change-context'
import { stored } from '@/server/checkout/checkout-repository'
import { filled, momentOf } from '@/server/checkout/derive-state'
import type { Db, Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { type PartnerTokenRow, partnerTokens } from '@/server/db/tables/partners'
import { Failure } from '@/server/infra/api-error'
import { hashOf } from '@/server/infra/tokens'
import { offerOf, tokenRow } from '@/server/partners/tokens'

/** Who asks for a partner's token: from which network address. */
interface Asking {
  given: string
  address: string
}

/**
 * Makes a checkout its partner's order: plan, name and email as arranged, as far as nothing was said of
 * those. Answers with why not, and tells the operator; the checkout is then as it was. `rate_limited` after
 * too many tokens that are none.
 */
export async function attach(
  backend: Backend,
  token: string,
  asking: Asking,
): Promise<PartnerFailure | null> {
  const { row } = await stored(backend, token)
  const isFinal = row.status !== 'processing' || row.paying !== null
  if (isFinal && (await isItsOwn(backend, row, asking.given))) return null
  const judged = await judge(backend, row, asking)
  if (typeof judged === 'string') return judged
  const { partner } = judged.row
  for (let tries = 0; tries < 5; tries += 1) {
    const outcome = await attachOnce(backend, token, judged)
    if (outcome !== 'moved') return outcome && told(backend, outcome, partner)
  }
  return told(backend, 'attach', partner)
}

/** A customer who has paid opens the partner's mail once more. */
async function isItsOwn(
  { db }: Backend,
  { state: { partnerToken } }: CheckoutRow,
  given: string,
): Promise<boolean> {
  if (!partnerToken) return false
  const [token] = await db.select().from(partnerTokens).where(eq(partnerTokens.id, partnerToken))
  return token?.tokenHash === hashOf(given)
}

/** Why a token could not be attached to a checkout that is still to begin; null when it could. */
export async function whyNot(
  backend: Backend,
  asking: Asking,
  state: CheckoutRow['state'],
): Promise<PartnerFailure | null> {
  const judged = await judge(backend, { state, paying: null, status: 'processing' }, asking)
  if (typeof judged === 'string') return judged
  const { checkoutId } = judged.row
  const [holder] = checkoutId
    ? await backend.db.select().from(checkouts).where(eq(checkouts.id, checkoutId))
    : []
  const isKept = holder !== undefined && !mayLose(holder, backend.now())
  return isKept ? told(backend, 'attach', judged.row.partner) : null
}

/** Tells the operator why an order does not become a partner's, and answers with it. */
export function told(
  { log }: Backend,
  failure: PartnerFailure,
  partner: string | null = null,
): PartnerFailure {
  log.warn({ partner }, partnerFailures[failure])
  return failure
}

interface Judged {
  row: PartnerTokenRow
  plan: Product
}

/** The token's row and the plan it arranges, or the first of SPEC 8's failures, of which the operator is told. */
async function judge(
  backend: Backend,
  asked: Pick<CheckoutRow, 'state' | 'paying' | 'status'>,
  { given, address }: Asking,
): Promise<Judged | PartnerFailure> {
  const row = await tokenRow(backend, given, address).catch(isUnknown)
  if (!row) return told(backend, 'token')
  const catalog = await backend.catalog()
  const { productList } = filled(asked.state, catalog, momentOf(asked, backend.now()))
  if (!productList.some(({ years }) => years !== null))
    return told(backend, 'products', row.partner)
  const plan = arrangedPlan(productList, offerOf(row))
  return plan ? { row, plan } : told(backend, 'plan', row.partner)
}

function isUnknown(error: unknown): undefined {
  if (error instanceof Failure && error.code === 'not_found') return undefined
  throw error
}

/**
 * One try, in one transaction: a token belongs to one checkout, and both checkouts concerned say so. `moved`
 * when another was faster. Locks checkouts in the order of their ids, and the token after them.
 */
async function attachOnce(
  backend: Backend,
  token: string,
  { row: arranged, plan }: Judged,
): Promise<PartnerFailure | 'moved' | null> {
  const { db, now } = backend
  const { row } = await stored(backend, token)
  const { id, isSandbox } = arranged
  const catalog = await backend.catalog()
  const points = catalog.pickupPoints(arranged.partner)
  const { partnerToken } = row.state
  const before = await offerBefore(db, partnerToken)
  const changeOf = ({ state }: CheckoutRow) =>
    partnerChange(state, { id, offer: offerOf(arranged), before, plan, points })
  const context = await contextOf({ row }, backend, catalog, changeOf(row))
  return db.transaction(async tx => {
    const holderId = await holderOf(tx, id)
    const { own, holder } = await locked(tx, row.id, holderId)
    if ((await holderOf(tx, id, true)) !== holderId) return 'moved'
    if (own?.status !== 'processing' || own.paying) return 'attach'
    if (holder && !mayLose(holder, now())) return 'attach'
    if (own.state.partnerToken !== partnerToken) return 'moved'
    if (holder) await put(backend, tx, holder, afterMove(holder))
    await hold(tx, own.id, isSandbox ? null : id)
    await put(backend, tx, own, changed(own.state, changeOf(own), context))
    return null
  })
}

/** What the token arranges that a checkout has until now. */
async function offerBefore(db: Db, partnerToken: string | null): Promise<PartnerOffer | null> {
  if (!partnerToken) return null
  const [row] = await db.select().from(partnerTokens).where(eq(partnerTokens.id, partnerToken))
  return row ? offerOf(row) : null
}

/** The state of a checkout that loses its token; its customer is told when they come back. */
const afterMove = ({ state }: CheckoutRow): CheckoutRow['state'] =>
  applyChange(state, { ...withoutPartner(state), partner: partnerMoved })

/** A checkout has one token, or none. */
async function hold(tx: Tx, checkoutId: string, id: string | null): Promise<void> {
  await tx
    .update(partnerTokens)
    .set({ checkoutId: null })
    .where(and(eq(partnerTokens.checkoutId, checkoutId), ne(partnerTokens.id, id ?? '')))
  if (id) await tx.update(partnerTokens).set({ checkoutId }).where(eq(partnerTokens.id, id))
}

async function holderOf(tx: Tx, id: string, isLocked = false): Promise<string | null> {
  const query = tx
    .select({ checkoutId: partnerTokens.checkoutId })
    .from(partnerTokens)
    .where(eq(partnerTokens.id, id))
  const [token] = await (isLocked ? query.for('update') : query)
  return token?.checkoutId ?? null
}

async function locked(tx: Tx, ownId: string, holderId: string | null) {
  const ids = [...new Set([ownId, holderId ?? ownId])]
  const rows = await tx
    .select()
    .from(checkouts)
    .where(inArray(checkouts.id, ids))
    .orderBy(asc(checkouts.id))
    .for('update')
  return {
    own: rows.find(({ id }) => id === ownId),
    holder: rows.find(({ id }) => id !== ownId),
  }
}

const put = ({ now }: Backend, tx: Tx, { id, version }: CheckoutRow, state: CheckoutRow['state']) =>
  tx
    .update(checkouts)
    .set({ state, version: version + 1, updatedAt: now() })
    .where(eq(checkouts.id, id))

/** So long an order that was begun keeps its token without a sign of its customer. */
const quietMs = 86_400_000

/**
 * Whether a token may leave the checkout that has it, for the one that asks: nobody has got past its first
 * step, as when a mail program or another browser had opened the link, or it has been left alone.
 */
const mayLose = (
  { status, paying, state, updatedAt, expiresAt }: CheckoutRow,
  now: Date,
): boolean => {
  if (status !== 'processing' || paying) return false
  const isLeft = expiresAt <= now || now.getTime() - updatedAt.getTime() > quietMs
  return isLeft || state.customer.id === null
}
