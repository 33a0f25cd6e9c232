import { and, eq, gt } from 'drizzle-orm'
import type { WireChange, WireCheckout } from '@/contract/checkout'
import { applyChange, chooseCategory, type StateChange } from '@/domain/changes'
import type { CheckoutState } from '@/domain/checkout'
import { emptyShipping } from '@/domain/customer'
import { planById } from '@/domain/plans'
import { quoteOf } from '@/domain/pricing/order'
import { isSameQuote } from '@/domain/pricing/quote'
import { tokenLifetimeMs } from '@/domain/session'
import { stepAfter, stepByNumber } from '@/domain/steps'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog'
import { tokenCookie } from '@/server/cookies'
import type { Tx } from '@/server/db/open'
import { checkouts, orders } from '@/server/db/schema'
import { Failure } from '@/server/failures'
import { firstState } from '@/server/first-state'
import { cookieIn } from '@/server/http'
import { filled, present, type StoredCheckout } from '@/server/present'
import type { Input } from '@/server/serve'
import { unstorable } from '@/server/storable'
import { hashOf, isToken, newId, newToken } from '@/server/tokens'

type Version = { version?: number | undefined }

type Begin = Pick<Input<undefined, { state?: WireChange | undefined }>, 'body' | 'header'>

/**
 * Starts a checkout, with what the customer has said already. A browser that has one under way goes on
 * with it: two tabs opened on a first visit are one order.
 */
export async function create(backend: Backend, { body, header }: Begin): Promise<WireCheckout> {
  const change = (body.state ?? {}) as StateChange
  const held = await underWay(backend, header('cookie'))
  return held
    ? edit(backend, held, () => change)
    : begin(backend, firstState(backend, header), change)
}

/** The token of the browser's checkout, while that can still change. */
async function underWay(
  backend: Backend,
  cookies: string | undefined,
): Promise<string | undefined> {
  const token = cookieIn(cookies, tokenCookie)
  if (!token) return undefined
  try {
    const { row } = await stored(backend, token)
    return row.status === 'processing' ? token : undefined
  } catch (error) {
    // Any other fault must not begin a second order beside the first.
    if (error instanceof Failure) return undefined
    throw error
  }
}

async function begin(
  backend: Backend,
  first: CheckoutState,
  change: StateChange,
): Promise<WireCheckout> {
  const { db, now } = backend
  const catalog = await backend.catalog()
  const token = newToken()
  const state = changed(first, change, catalog, todayOf(now()))
  const [row] = await db
    .insert(checkouts)
    .values({
      id: newId(),
      tokenHash: hashOf(token),
      version: 1,
      status: 'processing',
      state,
      createdAt: now(),
      updatedAt: now(),
      expiresAt: new Date(now().getTime() + tokenLifetimeMs),
    })
    .returning()
  if (!row) throw new Error('the new checkout was not stored')
  return present({ row, order: null }, token, catalog)
}

/** The checkout a token opens. Wrong, foreign and expired tokens are all `not_found`. */
export async function read(
  backend: Backend,
  { params }: Pick<Input<undefined, undefined>, 'params'>,
): Promise<WireCheckout> {
  const token = params.token ?? ''
  return present(await stored(backend, token), token, await backend.catalog())
}

/** The tax rate in percent of where the order goes. */
export async function taxGroup(
  backend: Backend,
  input: Pick<Input<undefined, undefined>, 'params'>,
): Promise<{ tax_rate: number }> {
  return (await read(backend, input)).state.tax_group
}

/** Saves part of the state. `stale` brings the fresh checkout when another tab was first. */
export async function save(
  backend: Backend,
  { params, body }: Pick<Input<undefined, { state: WireChange } & Version>, 'params' | 'body'>,
): Promise<WireCheckout> {
  const token = params.token ?? ''
  if (body.version === undefined) return edit(backend, token, () => body.state as StateChange)
  const catalog = await backend.catalog()
  const found = await stored(backend, token)
  const behind = () => new Failure('stale', { checkout: present(found, token, catalog) })
  if (found.row.version !== body.version) throw behind()
  const state = changed(found.row.state, body.state, catalog, todayOf(backend.now()))
  const saved = await write(backend, found, state, catalog)
  if (!saved) throw new Failure('stale', { checkout: await read(backend, { params }) })
  return present(saved, token, catalog)
}

/** Changes a checkout by what it holds now; tried again when another write was faster. */
export async function edit(
  backend: Backend,
  token: string,
  change: (state: CheckoutState) => StateChange,
): Promise<WireCheckout> {
  const catalog = await backend.catalog()
  for (let tries = 0; tries < 5; tries += 1) {
    const found = await stored(backend, token)
    const next = changed(found.row.state, change(found.row.state), catalog, todayOf(backend.now()))
    const saved = await write(backend, found, next, catalog)
    if (saved) return present(saved, token, catalog)
  }
  throw new Failure('stale', { checkout: await read(backend, { params: { token } }) })
}

/** The stored checkout of a token; inside a transaction its row is locked. */
export async function stored(
  { db, now }: Backend,
  token: string,
  tx?: Tx,
): Promise<StoredCheckout> {
  if (!isToken(token)) throw new Failure('not_found')
  const query = (tx ?? db)
    .select({ row: checkouts, order: orders })
    .from(checkouts)
    .leftJoin(orders, and(eq(orders.checkoutId, checkouts.id), eq(orders.kind, 'plan')))
    .where(and(eq(checkouts.tokenHash, hashOf(token)), gt(checkouts.expiresAt, now())))
  const [found] = await (tx ? query.for('update', { of: checkouts }) : query)
  if (!found) throw new Failure('not_found')
  return found
}

/** Stores the next state unless the row has changed since it was read; then undefined. */
async function write(
  { db, now }: Backend,
  found: StoredCheckout,
  state: CheckoutState,
  catalog: Catalog,
): Promise<StoredCheckout | undefined> {
  refuseLocked(found, state, catalog)
  const { row } = found
  const [saved] = await db
    .update(checkouts)
    .set({ state, version: row.version + 1, updatedAt: now() })
    .where(and(eq(checkouts.id, row.id), eq(checkouts.version, row.version)))
    .returning()
  return saved && { ...found, row: saved }
}

/** Paid orders are read-only, and nothing may change the price of a payment under way. */
function refuseLocked({ row }: StoredCheckout, next: CheckoutState, catalog: Catalog): void {
  if (row.status === 'paid') throw new Failure('paid')
  if (row.status === 'completed') throw new Failure('closed')
  if (!row.paying) return
  const [before, after] = [row.state, next].map(state => quoteOf(filled(state, catalog)))
  if (!before || !after || !isSameQuote(before, after)) throw new Failure('payment_in_progress')
}

/** The state after a change, with the rules that keep it whole. */
function changed(
  state: CheckoutState,
  change: StateChange | WireChange,
  catalog: Catalog,
  today: string,
): CheckoutState {
  const issues = unstorable(change)
  if (issues.length > 0) throw new Failure('unprocessable', { issues })
  const { step, ...answers } = withPlan(state, change as StateChange, catalog)
  const next = withoutDelivery(applyChange(state, answers), catalog)
  if (step === undefined) return next
  // The saved step is asked for, and granted as far as everything before it is there.
  return { ...next, step: stepAfter(stepByNumber(step - 1), filled(next, catalog), today) }
}

/** A category that comes without a plan means its plan of as many years. */
function withPlan(state: CheckoutState, change: StateChange, catalog: Catalog): StateChange {
  const { category, selectedLicense } = change
  const before = filled(state, catalog)
  const isChoice = category === 'physical' || category === 'digital'
  if (!isChoice || selectedLicense !== undefined || before.category === category) return change
  return { ...change, ...chooseCategory(before, category) }
}

/** SPEC 4: saving the digital category clears shipping, and with it what only a parcel can carry. */
function withoutDelivery(state: CheckoutState, catalog: Catalog): CheckoutState {
  const plan = planById(catalog.products(state.currency), state.selectedLicense)
  if (plan?.category !== 'digital') return state
  return {
    ...state,
    shipping: emptyShipping,
    selectedShippingMethod: null,
    travelItemsInCart: [],
  }
}

/** The calendar day in UTC, `yyyy-mm-dd`. */
export const todayOf = (now: Date): string => now.toISOString().slice(0, 10)
