import type { StoredState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import { listUnstorableFields } from '@/domain/input/storable'
import { toTracking } from '@/domain/links/click-tracking'
import {
  type Launch,
  parseLaunch,
  partitionOffered,
  type Query,
} from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import { applyCheckoutChange, buildChangeContext } from '@/server/checkout/apply-change'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { updateCheckout } from '@/server/checkout/checkout-service'
import {
  type CouponDeps,
  evaluateCoupon,
  findBestCoupon,
  type PricedState,
  toStoredCoupon,
} from '@/server/checkout/coupons'
import { derivePrices } from '@/server/checkout/derive-state'
import { hasBoughtBefore } from '@/server/checkout/returning-buyers'
import type { HeaderReader } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { type CouponGuess, countCouponAttempt } from '@/server/limits/coupon-guess-limit'
import { countRejection } from '@/server/limits/link-rejection-counter'
import { readFreeShippingCookie } from '@/server/links/free-shipping-cookie'
import { findSeasonalDeal } from '@/server/links/seasonal-deal'
import { buildLinkChange, reportIgnoredState } from '@/server/links/url-state-change'
import { releaseUnlistedPartner } from '@/server/partners/release'

/** Query, client IP and attribution landing URL of the request. */
interface LaunchRequest {
  query: Query
  address: string
  landing?: string | null
}

/** The result of a link on a checkout in progress. */
interface LaunchOutcome {
  /** The order has lost its partner because of the link. */
  isReleased: boolean
  /** The link's coupon code; null if this caller must not try it now. */
  coupon: string | null
  /** The link has a code that this caller must not try now. */
  isCouponDeferred: boolean
}

/**
 * The parsed link. A code that this caller must not try is removed, so that the link still works.
 */
export async function allowedLaunch(
  backend: Backend,
  query: Query,
  couponAttempt: CouponGuess,
): Promise<Launch> {
  const launch = parseLaunch(query)
  const canTry =
    launch.coupon === null || (await mayTryCoupon(backend, couponAttempt, launch.coupon))
  return canTry ? launch : { ...launch, coupon: null }
}

/**
 * The free-delivery code in the cookie of an earlier link; null without one or if this caller must
 * not try it.
 */
export async function findFreeShippingCoupon(
  backend: Backend,
  header: HeaderReader,
  couponAttempt: CouponGuess,
): Promise<string | null> {
  const code = readFreeShippingCookie(header)
  return code !== null && (await mayTryCoupon(backend, couponAttempt, code)) ? code : null
}

/** Whether the link's code was removed because its caller has tried too many other codes. */
export const isCouponDeferred = (query: Query, allowedCoupon: string | null): boolean => {
  const { coupon } = parseLaunch(query)
  return coupon !== null && allowedCoupon === null && listUnstorableFields(coupon).length === 0
}

async function mayTryCoupon(
  backend: Backend,
  couponAttempt: CouponGuess,
  code: string,
): Promise<boolean> {
  if (listUnstorableFields(code).length > 0) return false
  try {
    await countCouponAttempt(backend, { ...couponAttempt, isLink: true }, code)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** The initial state with the `state` parameter of the link applied. */
export async function applyLinkState(
  backend: Backend,
  state: StoredState,
  launch: Launch,
): Promise<StoredState> {
  const change = buildLinkChange(state, launch, await backend.catalog())
  return Object.keys(change).length === 0 ? state : changeNewState(backend, state, change)
}

/** The state of a checkout that is not stored yet, with a change applied. */
export async function changeNewState(
  backend: Backend,
  state: StoredState,
  change: StateChange,
): Promise<StoredState> {
  const row = { state, activeAttemptId: null, status: 'processing' } as const
  const context = await buildChangeContext({ row }, backend, await backend.catalog(), change)
  return applyCheckoutChange(state, change, context).stored
}

interface FirstCouponOptions {
  /** The customer has already chosen or removed a coupon. */
  isCustomerChoice?: boolean
  /** The code of an earlier link; listed only if it can be used. */
  cookieCoupon: string | null
}

/**
 * A new checkout's state with every found coupon, and the best of them applied (docs/product.md,
 * Coupons) unless the customer has chosen.
 */
export async function applyFirstCoupons(
  backend: Backend,
  state: StoredState,
  launch: Launch,
  { isCustomerChoice = false, cookieCoupon }: FirstCouponOptions,
): Promise<StoredState> {
  const { env } = backend
  const linkCoupons = listLinkCoupons(launch)
  const dealCoupon = (await findSeasonalDeal(backend, state))?.coupon.name ?? null
  const shopCoupons = [env.coupons.newCustomer, env.coupons.promo, dealCoupon]
  const candidateNames = [
    ...new Set([...linkCoupons, ...[...shopCoupons, cookieCoupon].filter(name => name !== null)]),
  ]
  const deps = await loadCouponDeps(backend, candidateNames, state)
  const priced = derivePrices(state, deps.catalog)
  const isLost = (name: string) => evaluateCoupon(priced, name, deps).code !== null
  const listedNames = [...linkCoupons, ...shopCoupons]
  const names = candidateNames.filter(name => listedNames.includes(name) || !isLost(name))
  return {
    ...state,
    coupon: isCustomerChoice ? state.coupon : toStoredCoupon(findBestCoupon(priced, names, deps)),
    coupons_found: buildFoundCoupons(priced, names, { linkCoupons, dealCoupon }, deps),
  }
}

/** What judges these coupons for the customer of a state. */
async function loadCouponDeps(
  backend: Backend,
  names: string[],
  { customer: { email } }: StoredState,
): Promise<CouponDeps> {
  const catalog = await backend.catalog()
  return {
    catalog,
    couponContext: {
      nowMs: backend.now().getTime(),
      isReserved: false,
      hasBoughtBefore: await hasBoughtBefore(backend.db, { catalog, names, email }),
    },
  }
}

/**
 * Applies a link to a checkout in progress: its coupon only if it saves more. Throws `not_found`,
 * `paid`, `closed` or `stale`.
 */
export async function applyLaunch(
  backend: Backend,
  token: string,
  { query, address, landing }: LaunchRequest,
): Promise<LaunchOutcome> {
  const { row } = await loadCheckout(backend, token)
  const launch = await allowedLaunch(backend, query, { address, checkoutId: row.id })
  reportUnknownParams(backend, launch)
  const isReleased = await releaseUnlistedPartner(backend, token, launch.products)
  const campaigns = [...new Set([...row.state.campaigns, ...launch.campaigns])]
  const linkCoupons = listLinkCoupons(launch)
  const deal = await findSeasonalDeal(backend, { ...row.state, campaigns })
  const dealCoupon = launch.campaigns.includes('summer_deal') && deal ? deal.coupon.name : null
  const launchCoupons = [...linkCoupons, ...(dealCoupon ? [dealCoupon] : [])]
  const deps = await loadCouponDeps(backend, launchCoupons, row.state)
  await updateCheckout(backend, token, state => {
    const priced = derivePrices(state, deps.catalog)
    const current = state.coupon && evaluateCoupon(priced, state.coupon.name, deps).coupon
    const names = launchCoupons.filter(name => !state.coupons_removed.some(isNamed(name)))
    // A payment in progress retains its price.
    const bestCoupon = row.activeAttemptId ? null : findBestCoupon(priced, names, deps, current)
    return {
      // A payment in progress retains its content.
      ...(!row.activeAttemptId && buildLinkChange(state, launch, deps.catalog)),
      ...toTracking(launch.clicks, landing),
      campaigns,
      variants: { ...state.variants, ...variantsOf(launch) },
      // A payment in progress retains its plan.
      ...(launch.products.length > 0 && !row.activeAttemptId && { products: launch.products }),
      coupons_found: buildFoundCoupons(priced, launchCoupons, { linkCoupons, dealCoupon }, deps),
      ...(bestCoupon &&
        bestCoupon.name !== current?.name && {
          coupon: { name: bestCoupon.name },
          coupon_is_own: false,
        }),
    }
  })
  const { coupon } = launch
  return { isReleased, coupon, isCouponDeferred: isCouponDeferred(query, coupon) }
}

/**
 * Logs and counts plans and clicks of a link that do not exist. The customer continues without
 * them.
 */
export function reportUnknownParams(backend: Backend, launch: Launch) {
  reportIgnoredState(backend, launch)
  const { others } = partitionOffered(launch)
  if (others.length > 0) {
    backend.log.warn(
      { event: 'link.products_unknown', products: others },
      'a link names plans that are not on offer',
    )
    countRejection(backend, 'products')
  }
  // Names only: the values may contain anything.
  if (launch.unknownClicks.length > 0) {
    backend.log.warn(
      { event: 'link.clicks_invalid', clicks: launch.unknownClicks },
      'a link carries invalid click ids',
    )
    countRejection(backend, 'clicks')
  }
}

/** The variant of a link by its experiment; empty without one. */
export const variantsOf = ({ variant }: Launch): StoredState['variants'] =>
  variant ? { [variant.experiment]: variant.variant } : {}

/** The coupon of the e-mail campaign (docs/product.md, Coupons). */
const campaignCoupon = 'take50'

/** The coupons of a link; they win over others with an equal saving. */
const listLinkCoupons = ({ coupon, campaigns }: Launch): string[] => [
  ...(coupon === null ? [] : [coupon]),
  ...(campaigns.includes('email_50') ? [campaignCoupon] : []),
]

const isNamed = (name: string) => (other: string) =>
  other.toLowerCase() === name.trim().toLowerCase()

/**
 * The earlier and the new found coupons, each once. The link's own codes are listed even if they
 * are unknown.
 */
function buildFoundCoupons(
  state: PricedState,
  names: string[],
  { linkCoupons, dealCoupon }: { linkCoupons: string[]; dealCoupon: string | null },
  deps: CouponDeps,
): StoredState['coupons_found'] {
  const foundCoupons = new Map(
    state.coupons_found.map(coupon => [coupon.name.toLowerCase(), coupon]),
  )
  for (const name of names) {
    const { coupon, code } = evaluateCoupon(state, name, deps)
    if (code === 'unknown' && !linkCoupons.includes(name)) continue
    const displayName = coupon?.name ?? deps.catalog.coupon(name, state.currency)?.name ?? name
    foundCoupons.set(displayName.toLowerCase(), {
      name: displayName,
      saves: 0,
      code,
      ...(name === dealCoupon && !linkCoupons.includes(name) && { typed: true }),
    })
  }
  return [...foundCoupons.values()]
}
