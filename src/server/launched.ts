import type { CheckoutState } from '@/domain/checkout'
import { type Launch, launchOf, type Query } from '@/domain/launch'
import { pickCoupon } from '@/domain/pricing/best-coupon'
import type { Coupon } from '@/domain/pricing/coupon'
import type { Backend } from '@/server/backend'
import { hasBoughtBefore } from '@/server/buyers'
import type { Catalog } from '@/server/catalog'
import { edit, stored } from '@/server/checkouts'
import { Failure } from '@/server/failures'
import { countGuess, type Guesser } from '@/server/guesses'
import { filled, judgedCoupon, type Moment, orderToCompare } from '@/server/present'
import { unstorable } from '@/server/storable'

/** How a customer arrives: with which query, and from which network address. */
export interface Arrival {
  query: Query
  address: string
}

/** What a link says. A code that this caller may not try is left out: a link is never a dead end. */
export async function admitted(backend: Backend, query: Query, who: Guesser): Promise<Launch> {
  const launch = launchOf(query)
  if (launch.coupon === null) return launch
  const mayTry = unstorable(launch.coupon).length === 0 && (await isCounted(backend, who, launch))
  return mayTry ? launch : { ...launch, coupon: null }
}

async function isCounted(backend: Backend, who: Guesser, { coupon }: Launch): Promise<boolean> {
  try {
    await countGuess(backend, who, coupon ?? '')
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/**
 * A checkout that begins, with every coupon found for it and the best of them applied (SPEC 7). What the
 * customer has said of a coupon already is their own word, and stays.
 */
export async function withFirstCoupons(
  backend: Backend,
  state: CheckoutState,
  launch: Launch,
  isOwnWord = false,
): Promise<CheckoutState> {
  const { env, db, now } = backend
  const catalog = await backend.catalog()
  const [brought, own] = [broughtBy(launch), [env.coupons.newCustomer, env.coupons.promo]]
  const names = [...brought, ...own.filter(name => name !== null)]
  const known = await hasBoughtBefore(db, catalog, names, state.customer.email)
  const moment = { nowMs: now().getTime(), isHeld: false, hasBoughtBefore: known }
  const shop = { catalog, moment }
  return {
    ...state,
    coupon: isOwnWord ? state.coupon : bestOf(state, names, shop),
    coupons_found: foundIn(state, names, brought, shop),
  }
}

/** Puts what a link says on a checkout that is under way: its coupon only when that is the better one. */
export async function openLink(
  backend: Backend,
  token: string,
  { query, address }: Arrival,
): Promise<void> {
  const { row } = await stored(backend, token)
  const launch = await admitted(backend, query, { address, checkout: row.id })
  const catalog = await backend.catalog()
  const brought = broughtBy(launch)
  const { email } = row.state.customer
  const known = await hasBoughtBefore(backend.db, catalog, brought, email)
  const moment = { nowMs: backend.now().getTime(), isHeld: false, hasBoughtBefore: known }
  await edit(backend, token, state => {
    const names = state.coupon ? [state.coupon.name, ...brought] : brought
    // A payment under way keeps its price.
    const best = row.paying ? null : bestOf(state, names, { catalog, moment })
    return {
      campaigns: [...new Set([...state.campaigns, ...launch.campaigns])],
      variants: { ...state.variants, ...variantsOf(launch) },
      coupons_found: foundIn(state, brought, brought, { catalog, moment }),
      ...(best && best.name !== state.coupon?.name && { coupon: { name: best.name } }),
    }
  })
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

interface Shop {
  catalog: Catalog
  moment: Moment
}

function bestOf(state: CheckoutState, names: string[], { catalog, moment }: Shop): Coupon | null {
  const whole = filled(state, catalog, moment)
  const order = orderToCompare(whole, catalog)
  const coupons = names.flatMap(name => judgedCoupon(whole, catalog, name, moment).coupon ?? [])
  return order ? pickCoupon(order, coupons) : null
}

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
