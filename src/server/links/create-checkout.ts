import type { Infer } from '@/contract/call'
import type { createCheckout, WireCheckout } from '@/contract/checkout'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { tokenLifetimeMs } from '@/domain/checkout/checkout-status'
import type { StateChange } from '@/domain/checkout/state-change'
import { launchOf, partnerTokenIn, saysNothing } from '@/domain/links/launch-params'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { changed } from '@/server/checkout/apply-change'
import { type Answered, contextOf } from '@/server/checkout/change-context'
import { stored } from '@/server/checkout/checkout-repository'
import { read, save } from '@/server/checkout/checkout-service'
import { present } from '@/server/checkout/derive-state'
import { checkouts } from '@/server/db/tables/checkouts'
import { tokenCookie } from '@/server/http/cookies'
import { cookieIn } from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'
import { hashOf, newId, newToken } from '@/server/infra/tokens'
import { countNamed } from '@/server/limits/coupon-guess-limit'
import {
  admitted,
  keptCoupon,
  openLink,
  tellUnknown,
  withFirstCoupons,
  withLinkState,
} from '@/server/links/apply-launch'
import { firstState } from '@/server/links/initial-state'
import { attach } from '@/server/partners/attach'

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

/** A checkout as it is before it is stored. */
const unpaid = (state: CheckoutState): Answered => ({ state, paying: null, status: 'processing' })
