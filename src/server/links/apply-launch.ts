import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { trackingOf } from '@/domain/links/click-tracking'
import { type Launch, launchOf, offeredIn, type Query } from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import { changed } from '@/server/checkout/apply-change'
import { bestOf, type Shop } from '@/server/checkout/best-coupon'
import { contextOf } from '@/server/checkout/change-context'
import { stored } from '@/server/checkout/checkout-repository'
import { edit } from '@/server/checkout/checkout-service'
import { filled, judgedCoupon } from '@/server/checkout/derive-state'
import { hasBoughtBefore } from '@/server/checkout/returning-buyers'
import type { Header } from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'
import { unstorable } from '@/server/infra/validate-storable'
import { countGuess, type Guesser } from '@/server/limits/coupon-guess-limit'
import { countRejection } from '@/server/limits/link-rejection-counter'
import { freeDeliveryOf } from '@/server/links/free-shipping-cookie'
import { linkChange, tellIgnored } from '@/server/links/url-state-change'
import { releaseWithout } from '@/server/partners/release'

/** How a customer arrives: with which query, from which network address, and where, if that says something of the way here. */
interface Arrival {
  query: Query
  address: string
  landing?: string | null
}

/** What became of a link on a checkout under way. */
interface Opened {
  /** The order has lost its partner by it. */
  isReleased: boolean
  /** Its code, as far as this caller may try it. */
  coupon: string | null
  /** It has a code that this caller may not try just now. */
  isCodeWaiting: boolean
}

/** What a link says. A code that this caller may not try is left out: a link is never a dead end. */
export async function admitted(backend: Backend, query: Query, who: Guesser): Promise<Launch> {
  const launch = launchOf(query)
  const mayTry = launch.coupon === null || (await mayGuess(backend, who, launch.coupon))
  return mayTry ? launch : { ...launch, coupon: null }
}

/** The code of an earlier link that brought free delivery (SPEC 9), as far as this caller may try it. */
export async function keptCoupon(
  backend: Backend,
  header: Header,
  who: Guesser,
): Promise<string | null> {
  const code = freeDeliveryOf(header)
  return code !== null && (await mayGuess(backend, who, code)) ? code : null
}

/** Whether a link has a code that is left out for now: its caller has tried too many others. */
export const isCodeWaiting = (query: Query, admittedAs: string | null): boolean => {
  const { coupon } = launchOf(query)
  return coupon !== null && admittedAs === null && unstorable(coupon).length === 0
}

async function mayGuess(backend: Backend, who: Guesser, code: string): Promise<boolean> {
  if (unstorable(code).length > 0) return false
  try {
    await countGuess(backend, who, code)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** How a checkout begins with what its link says of the order itself. */
export async function withLinkState(
  backend: Backend,
  state: CheckoutState,
  launch: Launch,
): Promise<CheckoutState> {
  const catalog = await backend.catalog()
  const change = linkChange(state, launch, catalog)
  if (Object.keys(change).length === 0) return state
  const row = { state, paying: null, status: 'processing' } as const
  return changed(state, change, await contextOf({ row }, backend, catalog, change))
}

interface KnownCoupons {
  /** The customer has said something of a coupon already. */
  isOwnWord?: boolean
  /** A code that an earlier link has brought; it is told only where it can be had. */
  kept: string | null
}

/**
 * A checkout that begins, with every coupon found for it and the best of them applied (SPEC 7). What the
 * customer has said of a coupon already is their own word, and stays.
 */
export async function withFirstCoupons(
  backend: Backend,
  state: CheckoutState,
  launch: Launch,
  { isOwnWord = false, kept }: KnownCoupons,
): Promise<CheckoutState> {
  const { env, db, now } = backend
  const catalog = await backend.catalog()
  const [brought, own] = [broughtBy(launch), [env.coupons.newCustomer, env.coupons.promo]]
  const asked = [...new Set([...brought, ...[...own, kept].filter(name => name !== null)])]
  const known = await hasBoughtBefore(db, { catalog, names: asked, email: state.customer.email })
  const moment = { nowMs: now().getTime(), isHeld: false, hasBoughtBefore: known }
  const shop = { catalog, moment }
  const whole = filled(state, catalog, moment)
  const isLost = (name: string) => judgedCoupon(whole, catalog, name, moment).code !== null
  const told = [...brought, ...own]
  const names = asked.filter(name => told.includes(name) || !isLost(name))
  return {
    ...state,
    coupon: isOwnWord ? state.coupon : bestOf(whole, names, shop),
    coupons_found: foundIn(state, names, brought, shop),
  }
}

/** Puts what a link says on a checkout that is under way: its coupon only when that is the better one. */
export async function openLink(
  backend: Backend,
  token: string,
  { query, address, landing }: Arrival,
): Promise<Opened> {
  const { row } = await stored(backend, token)
  const launch = await admitted(backend, query, { address, checkout: row.id })
  tellUnknown(backend, launch)
  const isReleased = await releaseWithout(backend, token, launch.products)
  const catalog = await backend.catalog()
  const brought = broughtBy(launch)
  const { email } = row.state.customer
  const known = await hasBoughtBefore(backend.db, { catalog, names: brought, email })
  const moment = { nowMs: backend.now().getTime(), isHeld: false, hasBoughtBefore: known }
  await edit(backend, token, state => {
    const shop = { catalog, moment }
    const whole = filled(state, catalog, moment)
    const names = brought.filter(name => !state.coupons_removed.some(isNamed(name)))
    // A payment under way keeps its price.
    const best = row.paying ? null : bestOf(whole, names, shop, whole.coupon)
    return {
      // A payment under way keeps what is paid for.
      ...(!row.paying && linkChange(state, launch, catalog)),
      ...trackingOf(launch.clicks, landing),
      campaigns: [...new Set([...state.campaigns, ...launch.campaigns])],
      variants: { ...state.variants, ...variantsOf(launch) },
      // A payment under way keeps its plan, too.
      ...(launch.products.length > 0 && !row.paying && { products: launch.products }),
      coupons_found: foundIn(state, brought, brought, shop),
      ...(best &&
        best.name !== whole.coupon?.name && {
          coupon: { name: best.name },
          coupon_is_own: false,
        }),
    }
  })
  const { coupon } = launch
  return { isReleased, coupon, isCodeWaiting: isCodeWaiting(query, coupon) }
}

/** A link that names what is no plan, or no click, is somebody's mistake: the customer goes on without it (SPEC 5). */
export function tellUnknown(backend: Backend, launch: Launch) {
  tellIgnored(backend, launch)
  const { others } = offeredIn(launch)
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
const broughtBy = ({ coupon, campaigns }: Launch): string[] => [
  ...(coupon === null ? [] : [coupon]),
  ...(campaigns.includes('email_50') ? [campaignCoupon] : []),
]

const isNamed = (name: string) => (other: string) =>
  other.toLowerCase() === name.trim().toLowerCase()

/** What was found before and now, each once. What was brought is told even when the shop does not know it. */
function foundIn(
  state: CheckoutState,
  names: string[],
  brought: string[],
  { catalog, moment }: Shop,
): CheckoutState['coupons_found'] {
  const whole = filled(state, catalog, moment)
  const found = new Map(state.coupons_found.map(coupon => [coupon.name.toLowerCase(), coupon]))
  for (const name of names) {
    const { coupon, code } = judgedCoupon(whole, catalog, name, moment)
    if (code === 'unknown' && !brought.includes(name)) continue
    const told = coupon?.name ?? catalog.coupon(name, state.currency)?.name ?? name
    found.set(told.toLowerCase(), { name: told, saves: 0, code })
  }
  return [...found.values()]
}
