import { and, eq, gt } from 'drizzle-orm'
import type { Infer } from '@/contract/call'
import type { createCheckout, saveCheckout, WireChange, WireCheckout } from '@/contract/checkout'
import type { StateChange } from '@/domain/changes'
import type { CheckoutState } from '@/domain/checkout'
import { launchOf, saysNothing } from '@/domain/launch'
import { quoteOf } from '@/domain/pricing/order'
import { isSameQuote } from '@/domain/pricing/quote'
import { tokenLifetimeMs } from '@/domain/session'
import type { Backend } from '@/server/backend'
import { hasBoughtBefore } from '@/server/buyers'
import type { Catalog } from '@/server/catalog'
import { type Context, changed } from '@/server/changed'
import { tokenCookie } from '@/server/cookies'
import type { Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts, orders } from '@/server/db/schema'
import { Failure } from '@/server/failures'
import { firstState } from '@/server/first-state'
import { countGuess, type Guesser } from '@/server/guesses'
import { cookieIn } from '@/server/http'
import { admitted, openLink, withFirstCoupons } from '@/server/launched'
import { filled, momentOf, present, type StoredCheckout } from '@/server/present'
import type { Input } from '@/server/serve'
import { hashOf, isToken, newId, newToken } from '@/server/tokens'

type Begin = Pick<
  Input<undefined, Infer<typeof createCheckout.body>>,
  'body' | 'header' | 'address'
>

/**
 * Starts a checkout, with what the customer has said already. A browser that has one under way goes on
 * with it: two tabs opened on a first visit are one order.
 */
export async function create(backend: Backend, asked: Begin): Promise<WireCheckout> {
  const { body, header, address } = asked
  const held = await underWay(backend, header('cookie'))
  if (!held) return begin(backend, asked)
  const query = body.launch ?? {}
  if (!saysNothing(launchOf(query))) await openLink(backend, held, { query, address })
  return save(backend, { params: { token: held }, body: { state: body.state ?? {} }, address })
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

async function begin(backend: Backend, { body, header, address }: Begin): Promise<WireCheckout> {
  const { db, now } = backend
  const change = (body.state ?? {}) as StateChange
  await countNamed(backend, { address }, change)
  const launch = await admitted(backend, body.launch ?? {}, { address })
  const first = firstState(backend, header, launch)
  const catalog = await backend.catalog()
  const token = newToken()
  // Nobody has seen a price yet: a currency asked for is where it begins, and no change of one.
  const start = { ...first, currency: change.currency ?? first.currency }
  const context = await contextOf({ row: unpaid(start) }, backend, catalog, change)
  const said = changed(start, change, context)
  const state = await withFirstCoupons(backend, said, launch, change.coupon !== undefined)
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
  return present({ row, order: null }, token, catalog, now())
}

/** The checkout a token opens. Wrong, foreign and expired tokens are all `not_found`. */
export async function read(
  backend: Backend,
  { params }: Pick<Input<undefined, undefined>, 'params'>,
): Promise<WireCheckout> {
  const token = params.token ?? ''
  return present(await stored(backend, token), token, await backend.catalog(), backend.now())
}

/** The tax rate in percent of where the order goes. */
export async function taxGroup(
  backend: Backend,
  input: Pick<Input<undefined, undefined>, 'params'>,
): Promise<{ tax_rate: number }> {
  return (await read(backend, input)).state.tax_group
}

type Save = Pick<Input<undefined, Infer<typeof saveCheckout.body>>, 'params' | 'body' | 'address'>

/** Saves part of the state. `stale` brings the fresh checkout when another tab was first. */
export async function save(
  backend: Backend,
  { params, body, address }: Save,
): Promise<WireCheckout> {
  const token = params.token ?? ''
  const catalog = await backend.catalog()
  const found = await stored(backend, token)
  const behind = () =>
    new Failure('stale', { checkout: present(found, token, catalog, backend.now()) })
  if (body.version !== undefined && body.version !== found.row.version) throw behind()
  await countNamed(backend, { address, checkout: found.row.id }, body.state)
  if (body.version === undefined) return edit(backend, token, () => body.state as StateChange)
  const state = await after(backend, found, body.state, { token, catalog })
  const saved = await write(backend, found, state, catalog)
  if (!saved) throw new Failure('stale', { checkout: await read(backend, { params }) })
  return present(saved, token, catalog, backend.now())
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
    const next = await after(backend, found, change(found.row.state), { token, catalog })
    const saved = await write(backend, found, next, catalog)
    if (saved) return present(saved, token, catalog, backend.now())
  }
  throw new Failure('stale', { checkout: await read(backend, { params: { token } }) })
}

/** The state after a change. A currency that cannot be had is kept as the checkout's currency error (SPEC 4). */
async function after(
  backend: Backend,
  found: StoredCheckout,
  change: StateChange | WireChange,
  { token, catalog }: { token: string; catalog: Catalog },
): Promise<CheckoutState> {
  try {
    return changed(found.row.state, change, await contextOf(found, backend, catalog, change))
  } catch (error) {
    const currency = error instanceof Failure ? error.particulars.currency : undefined
    if (!currency) throw error
    const checkout = await edit(backend, token, () => ({ currency_error: currency }))
    throw new Failure('currency', { currency, checkout })
  }
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
  refuseLocked(found, state, catalog, now())
  const { row } = found
  const [saved] = await db
    .update(checkouts)
    .set({ state, version: row.version + 1, updatedAt: now() })
    .where(and(eq(checkouts.id, row.id), eq(checkouts.version, row.version)))
    .returning()
  return saved && { ...found, row: saved }
}

/** Paid orders are read-only, and nothing may change the price of a payment under way. */
function refuseLocked(
  { row }: StoredCheckout,
  next: CheckoutState,
  catalog: Catalog,
  now: Date,
): void {
  if (row.status === 'paid') throw new Failure('paid')
  if (row.status === 'completed') throw new Failure('closed')
  if (!row.paying) return
  const moment = momentOf(row, now)
  const [before, after] = [row.state, next].map(state => quoteOf(filled(state, catalog, moment)))
  if (!before || !after || !isSameQuote(before, after)) throw new Failure('payment_in_progress')
}

type Answered = Pick<CheckoutRow, 'state' | 'paying' | 'status'>

/** A checkout as it is before it is stored. */
const unpaid = (state: CheckoutState): Answered => ({ state, paying: null, status: 'processing' })

async function contextOf(
  { row }: { row: Answered },
  { db, now, permits }: Backend,
  catalog: Catalog,
  { coupon, customer }: StateChange | WireChange,
): Promise<Context> {
  const email = customer?.email ?? row.state.customer.email
  const known = await hasBoughtBefore(db, catalog, coupon?.name ? [coupon.name] : [], email)
  const moment = { ...momentOf(row, now()), hasBoughtBefore: known }
  return { catalog, today: todayOf(now()), moment, permits: (await permits()).table }
}

/** A change that names a coupon tries a code. */
async function countNamed(
  backend: Backend,
  who: Guesser,
  { coupon }: StateChange | WireChange,
): Promise<void> {
  if (coupon?.name) await countGuess(backend, who, coupon.name)
}

/** The calendar day in UTC, `yyyy-mm-dd`. */
export const todayOf = (now: Date): string => now.toISOString().slice(0, 10)
