import { and, eq, gt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Infer } from '@/contract/call'
import type { createCheckout, saveCheckout, WireChange, WireCheckout } from '@/contract/checkout'
import type { StateChange } from '@/domain/changes'
import type { CheckoutState } from '@/domain/checkout'
import { launchOf, partnerTokenIn, saysNothing } from '@/domain/launch'
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
import { countGuess, couponField, type Guesser } from '@/server/guesses'
import { cookieIn } from '@/server/http'
import {
  admitted,
  keptCoupon,
  openLink,
  tellUnknown,
  withFirstCoupons,
  withLinkState,
} from '@/server/launched'
import { attach } from '@/server/partners/attach'
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
  const checkout = await createOrGoOn(backend, asked)
  const given = partnerTokenIn(asked.body.launch ?? {})
  if (given === null) return checkout
  const { token } = checkout
  await attach(backend, token, { given, address: asked.address }).catch(error => {
    if (!(error instanceof Failure)) throw error
  })
  return read(backend, { params: { token } })
}

async function createOrGoOn(backend: Backend, asked: Begin): Promise<WireCheckout> {
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

/** Starts another checkout, whatever this browser has under way. */
export async function begin(
  backend: Backend,
  { body, header, address }: Begin,
): Promise<WireCheckout> {
  const { db, now } = backend
  const change = (body.state ?? {}) as StateChange
  await countNamed(backend, { address }, change)
  const launch = await admitted(backend, body.launch ?? {}, { address })
  tellUnknown(backend, launch)
  const first = firstState(backend, header, launch)
  const catalog = await backend.catalog()
  const token = newToken()
  // Nobody has seen a price yet: a currency asked for is where it begins, and no change of one.
  const currency = change.currency ?? first.currency
  const start = await withLinkState(backend, { ...first, currency }, launch)
  const context = await contextOf({ row: unpaid(start) }, backend, catalog, change)
  const said = changed(start, change, context)
  const state = await withFirstCoupons(backend, said, launch, {
    isOwnWord: change.coupon !== undefined,
    kept: await keptCoupon(backend, header, { address }),
  })
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
  const found = await stored(backend, token)
  const checkout = present(found, token, await backend.catalog(), backend.now())
  return (await hasLost(backend, found, checkout)) ? withAnotherCoupon(backend, checkout) : checkout
}

/** Whether the coupon has ended, was used up by others, or by a first order of the same customer, since the last change. */
async function hasLost(
  backend: Backend,
  { row }: StoredCheckout,
  { state }: WireCheckout,
): Promise<boolean> {
  if (row.status !== 'processing' || row.paying || !row.state.coupon) return false
  const names = [row.state.coupon.name]
  const { email } = row.state.customer
  const catalog = await backend.catalog()
  return !state.coupon || hasBoughtBefore(backend.db, { catalog, names, email })
}

/** The best of what else was found takes its place, before anybody sees a price without it. */
async function withAnotherCoupon(backend: Backend, checkout: WireCheckout): Promise<WireCheckout> {
  try {
    return await edit(backend, checkout.token, () => ({}))
  } catch (error) {
    // A payment has just begun, or another write was faster: they leave a price of their own.
    if (error instanceof Failure) return checkout
    throw error
  }
}

/** The tax rate in percent of where the order goes. */
export async function taxGroup(
  backend: Backend,
  input: Pick<Input<undefined, undefined>, 'params'>,
): Promise<{ tax_rate: number }> {
  return (await read(backend, input)).state.tax_group
}

type Save = Pick<Input<undefined, Infer<typeof saveCheckout.body>>, 'params' | 'body' | 'address'>

/**
 * Saves part of the state. `stale` brings the fresh checkout when another tab was first. A coupon that is
 * refused is refused by itself: what else was said is stored, and its refusal brings that checkout.
 */
export async function save(backend: Backend, asked: Save): Promise<WireCheckout> {
  const { coupon: _, ...others } = asked.body.state
  try {
    return await saveWhole(backend, asked)
  } catch (error) {
    if (!isOfCoupon(error) || Object.keys(others).length === 0) throw error
    const checkout = await saveWhole(backend, { ...asked, body: { ...asked.body, state: others } })
    throw new Failure(error.code, { ...error.particulars, checkout })
  }
}

const isOfCoupon = (error: unknown): error is Failure =>
  error instanceof Failure && error.particulars.issues?.[0]?.field === couponField

async function saveWhole(backend: Backend, { params, body, address }: Save): Promise<WireCheckout> {
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

const lifetimes = alias(orders, 'lifetimes')

/** The stored checkout of a token; inside a transaction its row is locked. */
export async function stored(
  { db, now }: Backend,
  token: string,
  tx?: Tx,
): Promise<StoredCheckout> {
  if (!isToken(token)) throw new Failure('not_found')
  const query = (tx ?? db)
    .select({ row: checkouts, order: orders, lifetime: lifetimes })
    .from(checkouts)
    .leftJoin(orders, and(eq(orders.checkoutId, checkouts.id), eq(orders.kind, 'plan')))
    .leftJoin(
      lifetimes,
      and(eq(lifetimes.checkoutId, checkouts.id), eq(lifetimes.kind, 'lifetime')),
    )
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

/** What a change of a checkout is held against. */
export async function contextOf(
  { row }: { row: Answered },
  { db, now, permits }: Backend,
  catalog: Catalog,
  { coupon, customer }: StateChange | WireChange,
): Promise<Context> {
  const email = customer?.email ?? row.state.customer.email
  const { state } = row
  const named = [coupon, state.coupon, state.coupon_refused, ...state.coupons_found]
  const names = named.flatMap(one => one?.name ?? [])
  const known = await hasBoughtBefore(db, { catalog, names, email })
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
