import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { toTracking } from '@/domain/links/click-tracking'
import {
  type Launch,
  parseLaunch,
  partitionOffered,
  type Query,
} from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import { applyCheckoutChange } from '@/server/checkout/apply-change'
import { type CouponDeps, findBestCoupon } from '@/server/checkout/best-coupon'
import { buildChangeContext } from '@/server/checkout/change-context'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { updateCheckout } from '@/server/checkout/checkout-service'
import { deriveState, evaluateCoupon } from '@/server/checkout/derive-state'
import { hasBoughtBefore } from '@/server/checkout/returning-buyers'
import type { HeaderReader } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { listUnstorableFields } from '@/server/infra/validate-storable'
import { type CouponAttempt, countCouponAttempt } from '@/server/limits/coupon-guess-limit'
import { countRejection } from '@/server/limits/link-rejection-counter'
import { readFreeShippingCookie } from '@/server/links/free-shipping-cookie'
import { buildLinkChange, reportIgnoredState } from '@/server/links/url-state-change'
import { releaseUnlistedPartner } from '@/server/partners/release'

/** How a customer arrives: with which query, from which network address, and where, if that says something of the way here. */
interface LaunchRequest {
  query: Query
  address: string
  landing?: string | null
}

/** What became of a link on a checkout under way. */
interface LaunchOutcome {
  /** The order has lost its partner by it. */
  isReleased: boolean
  /** Its code, as far as this caller may try it. */
  coupon: string | null
  /** It has a code that this caller may not try just now. */
  isCodeWaiting: boolean
}

/** What a link says. A code that this caller may not try is left out: a link is never a dead end. */
export async function allowedLaunch(
  backend: Backend,
  query: Query,
  couponAttempt: CouponAttempt,
): Promise<Launch> {
  const launch = parseLaunch(query)
  const canTry =
    launch.coupon === null || (await mayTryCoupon(backend, couponAttempt, launch.coupon))
  return canTry ? launch : { ...launch, coupon: null }
}

/** The code of an earlier link that brought free delivery (SPEC 9), as far as this caller may try it. */
export async function findFreeShippingCoupon(
  backend: Backend,
  header: HeaderReader,
  couponAttempt: CouponAttempt,
): Promise<string | null> {
  const code = readFreeShippingCookie(header)
  return code !== null && (await mayTryCoupon(backend, couponAttempt, code)) ? code : null
}

/** Whether a link has a code that is left out for now: its caller has tried too many others. */
export const isCodeWaiting = (query: Query, allowedCoupon: string | null): boolean => {
  const { coupon } = parseLaunch(query)
  return coupon !== null && allowedCoupon === null && listUnstorableFields(coupon).length === 0
}

async function mayTryCoupon(
  backend: Backend,
  couponAttempt: CouponAttempt,
  code: string,
): Promise<boolean> {
  if (listUnstorableFields(code).length > 0) return false
  try {
    await countCouponAttempt(backend, couponAttempt, code)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** How a checkout begins with what its link says of the order itself. */
export async function applyLinkState(
  backend: Backend,
  state: CheckoutState,
  launch: Launch,
): Promise<CheckoutState> {
  const catalog = await backend.catalog()
  const change = buildLinkChange(state, launch, catalog)
  if (Object.keys(change).length === 0) return state
  const row = { state, activeAttemptId: null, status: 'processing' } as const
  return applyCheckoutChange(
    state,
    change,
    await buildChangeContext({ row }, backend, catalog, change),
  )
}

interface FirstCouponOptions {
  /** The customer has said something of a coupon already. */
  isCustomerChoice?: boolean
  /** A code that an earlier link has brought; it is told only where it can be had. */
  cookieCoupon: string | null
}

/**
 * A checkout that begins, with every coupon found for it and the best of them applied (SPEC 7). What the
 * customer has said of a coupon already is their own word, and stays.
 */
export async function applyFirstCoupons(
  backend: Backend,
  state: CheckoutState,
  launch: Launch,
  { isCustomerChoice = false, cookieCoupon }: FirstCouponOptions,
): Promise<CheckoutState> {
  const { env, db, now } = backend
  const catalog = await backend.catalog()
  const [linkCoupons, shopCoupons] = [
    listLinkCoupons(launch),
    [env.coupons.newCustomer, env.coupons.promo],
  ]
  const candidateNames = [
    ...new Set([...linkCoupons, ...[...shopCoupons, cookieCoupon].filter(name => name !== null)]),
  ]
  const isReturningBuyer = await hasBoughtBefore(db, {
    catalog,
    names: candidateNames,
    email: state.customer.email,
  })
  const couponContext = {
    nowMs: now().getTime(),
    isReserved: false,
    hasBoughtBefore: isReturningBuyer,
  }
  const deps = { catalog, couponContext }
  const derived = deriveState(state, catalog, couponContext)
  const isLost = (name: string) =>
    evaluateCoupon(derived, catalog, name, couponContext).code !== null
  const listedNames = [...linkCoupons, ...shopCoupons]
  const names = candidateNames.filter(name => listedNames.includes(name) || !isLost(name))
  return {
    ...state,
    coupon: isCustomerChoice ? state.coupon : findBestCoupon(derived, names, deps),
    coupons_found: buildFoundCoupons(state, names, linkCoupons, deps),
  }
}

/** Puts what a link says on a checkout that is under way: its coupon only when that is the better one. */
export async function applyLaunch(
  backend: Backend,
  token: string,
  { query, address, landing }: LaunchRequest,
): Promise<LaunchOutcome> {
  const { row } = await loadCheckout(backend, token)
  const launch = await allowedLaunch(backend, query, { address, checkoutId: row.id })
  reportUnknownParams(backend, launch)
  const isReleased = await releaseUnlistedPartner(backend, token, launch.products)
  const catalog = await backend.catalog()
  const linkCoupons = listLinkCoupons(launch)
  const { email } = row.state.customer
  const isReturningBuyer = await hasBoughtBefore(backend.db, { catalog, names: linkCoupons, email })
  const couponContext = {
    nowMs: backend.now().getTime(),
    isReserved: false,
    hasBoughtBefore: isReturningBuyer,
  }
  await updateCheckout(backend, token, state => {
    const deps = { catalog, couponContext }
    const derived = deriveState(state, catalog, couponContext)
    const names = linkCoupons.filter(name => !state.coupons_removed.some(isNamed(name)))
    // A payment under way keeps its price.
    const bestCoupon = row.activeAttemptId
      ? null
      : findBestCoupon(derived, names, deps, derived.coupon)
    return {
      // A payment under way keeps what is paid for.
      ...(!row.activeAttemptId && buildLinkChange(state, launch, catalog)),
      ...toTracking(launch.clicks, landing),
      campaigns: [...new Set([...state.campaigns, ...launch.campaigns])],
      variants: { ...state.variants, ...variantsOf(launch) },
      // A payment under way keeps its plan, too.
      ...(launch.products.length > 0 && !row.activeAttemptId && { products: launch.products }),
      coupons_found: buildFoundCoupons(state, linkCoupons, linkCoupons, deps),
      ...(bestCoupon &&
        bestCoupon.name !== derived.coupon?.name && {
          coupon: { name: bestCoupon.name },
          coupon_is_own: false,
        }),
    }
  })
  const { coupon } = launch
  return { isReleased, coupon, isCodeWaiting: isCodeWaiting(query, coupon) }
}

/** A link that names what is no plan, or no click, is somebody's mistake: the customer goes on without it (SPEC 5). */
export function reportUnknownParams(backend: Backend, launch: Launch) {
  reportIgnoredState(backend, launch)
  const { others } = partitionOffered(launch)
  if (others.length > 0) {
    backend.log.warn({ products: others }, 'a link names plans that are not offered')
    countRejection(backend, 'products')
  }
  // Their names alone: what they say may be anything.
  if (launch.unknownClicks.length > 0) {
    backend.log.warn({ clicks: launch.unknownClicks }, 'a link says clicks that are none')
    countRejection(backend, 'clicks')
  }
}

/** The variant a link names, by its experiment. */
export const variantsOf = ({ variant }: Launch): CheckoutState['variants'] =>
  variant ? { [variant.experiment]: variant.variant } : {}

/** SPEC 7: the coupon of the e-mail campaign. */
const campaignCoupon = 'take50'

/** The coupons a link brings; they win over others that save as much. */
const listLinkCoupons = ({ coupon, campaigns }: Launch): string[] => [
  ...(coupon === null ? [] : [coupon]),
  ...(campaigns.includes('email_50') ? [campaignCoupon] : []),
]

const isNamed = (name: string) => (other: string) =>
  other.toLowerCase() === name.trim().toLowerCase()

/** What was found before and now, each once. What was brought is told even when the shop does not know it. */
function buildFoundCoupons(
  state: CheckoutState,
  names: string[],
  linkCoupons: string[],
  { catalog, couponContext }: CouponDeps,
): CheckoutState['coupons_found'] {
  const derived = deriveState(state, catalog, couponContext)
  const foundCoupons = new Map(
    state.coupons_found.map(coupon => [coupon.name.toLowerCase(), coupon]),
  )
  for (const name of names) {
    const { coupon, code } = evaluateCoupon(derived, catalog, name, couponContext)
    if (code === 'unknown' && !linkCoupons.includes(name)) continue
    const displayName = coupon?.name ?? catalog.coupon(name, state.currency)?.name ?? name
    foundCoupons.set(displayName.toLowerCase(), { name: displayName, saves: 0, code })
  }
  return [...foundCoupons.values()]
}
