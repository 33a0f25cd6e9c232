import type { Infer } from '@/contract/api-call'
import type { createCheckout, WireCheckout } from '@/contract/checkout'
import { tokenLifetimeMs } from '@/domain/checkout/checkout-status'
import type { StateChange } from '@/domain/checkout/state-change'
import { isEmptyLaunch, parseLaunch, readPartnerTokenParam } from '@/domain/links/launch-params'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { getCheckout, saveCheckoutChange } from '@/server/checkout/checkout-service'
import { toWireCheckout } from '@/server/checkout/derive-state'
import { assertPossibleBirthDate } from '@/server/checkout/unknown-choices'
import { checkouts } from '@/server/db/tables/checkouts'
import { tokenCookie } from '@/server/http/cookies'
import { parseCookie } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { generateId, generateToken, hashOf } from '@/server/infra/tokens'
import { countCouponAttempt } from '@/server/limits/coupon-guess-limit'
import { consumeLimit, type RateLimit } from '@/server/limits/rate-limit'
import {
  allowedLaunch,
  applyFirstCoupons,
  applyLaunch,
  applyLinkState,
  changeNewState,
  findFreeShippingCoupon,
  reportUnknownParams,
} from '@/server/links/apply-launch'
import { buildInitialState } from '@/server/links/initial-state'
import { attachPartnerToken } from '@/server/partners/attach'

type CreateCheckoutInput = Pick<
  Input<undefined, Infer<typeof createCheckout.body>>,
  'body' | 'header' | 'address'
>

/**
 * Against floods of checkouts from one network address. A mobile carrier, a campus or an office has
 * many customers behind one: one may begin every two seconds, and a refusal ends within ten minutes.
 * A browser with a checkout in progress begins none.
 */
const beginLimit: RateLimit = { name: 'begun-address', maxHits: 300, windowSeconds: 600 }

/**
 * Starts a checkout with the given answers, or continues the browser's checkout in progress: two
 * tabs opened on a first visit are one order. A partner token in the link is attached if possible.
 * Throws `unprocessable` for refused answers, `rate_limited` after too many coupons or beginnings.
 */
export async function startOrResumeCheckout(
  backend: Backend,
  input: CreateCheckoutInput,
): Promise<WireCheckout> {
  const checkout = await resumeOrCreate(backend, input)
  const rawToken = readPartnerTokenParam(input.body.launch ?? {})
  if (rawToken === null) return checkout
  const { token } = checkout
  await attachPartnerToken(backend, token, { rawToken, address: input.address }).catch(error => {
    if (!(error instanceof ApiError)) throw error
  })
  return getCheckout(backend, { params: { token } })
}

async function resumeOrCreate(backend: Backend, input: CreateCheckoutInput): Promise<WireCheckout> {
  const { body, header, address } = input
  const activeToken = await findActiveToken(backend, header('cookie'))
  if (!activeToken) return createNewCheckout(backend, input)
  const query = body.launch ?? {}
  if (!isEmptyLaunch(parseLaunch(query)))
    await applyLaunch(backend, activeToken, { query, address })
  return saveCheckoutChange(backend, {
    params: { token: activeToken },
    body: { state: body.state ?? {} },
    address,
  })
}

/** The token of the browser's checkout if it is still open. */
async function findActiveToken(
  backend: Backend,
  cookies: string | undefined,
): Promise<string | undefined> {
  const token = parseCookie(cookies, tokenCookie)
  if (!token) return undefined
  try {
    const { row } = await loadCheckout(backend, token)
    return row.status === 'processing' ? token : undefined
  } catch (error) {
    // Other errors must not start a second order beside the first.
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/**
 * Starts a new checkout even if this browser has one in progress. Throws `unprocessable` for
 * refused answers, `rate_limited` after too many coupons or beginnings.
 */
export async function createNewCheckout(
  backend: Backend,
  { body, header, address }: CreateCheckoutInput,
): Promise<WireCheckout> {
  const { db, now } = backend
  const change: StateChange = body.state ?? {}
  assertPossibleBirthDate(change)
  if (change.coupon) await countCouponAttempt(backend, { address }, change.coupon.name)
  const launch = await allowedLaunch(backend, body.launch ?? {}, { address })
  reportUnknownParams(backend, launch)
  const initialState = buildInitialState(backend, header, launch)
  const catalog = await backend.catalog()
  const token = generateToken()
  // No price was shown yet: the currency is the initial one, not a change of currency.
  const currency = change.currency ?? initialState.currency
  const linkState = await applyLinkState(backend, { ...initialState, currency }, launch)
  const answeredState = await changeNewState(backend, linkState, change)
  const state = await applyFirstCoupons(backend, answeredState, launch, {
    isCustomerChoice: change.coupon !== undefined,
    cookieCoupon: await findFreeShippingCoupon(backend, header, { address }),
  })
  await consumeLimit(backend, beginLimit, address)
  const [row] = await db
    .insert(checkouts)
    .values({
      id: generateId(),
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
  return toWireCheckout({ row, order: null }, token, catalog, now())
}
