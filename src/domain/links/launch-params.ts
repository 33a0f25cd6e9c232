import { findVariant, type VariantChoice } from '@/domain/analytics/experiments'
import { type Campaign, campaignFlags } from '@/domain/catalog/campaigns'
import { isOffered, isPlanId } from '@/domain/catalog/plans'
import {
  buildLandingUrl,
  type Clicks,
  clickParameters,
  readClicks,
} from '@/domain/links/click-tracking'

/** The parsed launch parameters of a link. */
export interface Launch {
  coupon: string | null
  campaigns: Campaign[]
  variant: VariantChoice | null
  /** The plans the choice is limited to; empty means no limit. */
  products: number[]
  /** Unknown ids in `products`: logged, otherwise ignored. */
  unknownProducts: string[]
  /** JSON of the `state` parameter, not parsed yet: see `url-state.ts`. */
  state: string | null
  /** Click parameters for attribution. */
  clicks: Clicks
  /** Click parameters with an invalid value: logged, not stored. */
  unknownClicks: string[]
}

export type Query = Record<string, string | string[] | undefined>

/** Its value may be longer than that of the others. */
export const stateParameter = 'state'

/** The parameters of a launch; they are removed from the address bar once they are read. */
export const launchParameters: string[] = [
  'coupon',
  'products',
  stateParameter,
  'convert_e',
  'convert_v',
  // Useless without a token.
  'renewal',
].concat(Object.keys(campaignFlags), clickParameters)

/** Parses the launch parameters of a query. Empty and invalid values are ignored. */
export function parseLaunch(query: Query): Launch {
  const { clicks, unknown: unknownClicks } = readClicks(name => readParam(query, name))
  return {
    coupon: readParam(query, 'coupon'),
    campaigns: Object.entries(campaignFlags)
      .filter(([name]) => isOn(readParam(query, name)))
      .map(([, campaign]) => campaign),
    variant: findVariant(readParam(query, 'convert_e'), readParam(query, 'convert_v')),
    ...parseProducts(readParam(query, 'products')),
    state: readParam(query, stateParameter),
    clicks,
    unknownClicks,
  }
}

/** Splits a list such as `40,42` into plan ids and unknown ids. */
function parseProducts(list: string | null): Pick<Launch, 'products' | 'unknownProducts'> {
  const ids = new Set(list?.split(',').map(id => id.trim()))
  ids.delete('')
  const isPlan = (id: string) => /^\d+$/.test(id) && isPlanId(Number(id))
  return {
    products: [...ids].filter(isPlan).map(Number),
    unknownProducts: [...ids].filter(id => !isPlan(id)),
  }
}

/** Splits the link's `products` into plans on offer with this link, and the others. */
export function partitionOffered({ products, unknownProducts, campaigns }: Launch): {
  offered: number[]
  others: string[]
} {
  const isAvailable = (id: number) => isOffered(id, { campaigns, products: [] })
  return {
    offered: products.filter(isAvailable),
    others: [...unknownProducts, ...products.filter(id => !isAvailable(id)).map(String)],
  }
}

/**
 * The launch parameters of a query, to be sent when the checkout is created. Empty ones are
 * included: they have no effect, but are removed from the address too.
 */
export const pickLaunchParams = (query: Query): Record<string, string> =>
  Object.fromEntries(
    launchParameters
      .filter(name => query[name] !== undefined)
      .map(name => [name, readParam(query, name) ?? '']),
  )

/**
 * Whether the query has launch parameters, which are removed from the address once they are read.
 */
export const hasLaunch = (query: Query): boolean =>
  launchParameters.some(name => query[name] !== undefined)

/** The token in a link; null if there is none. */
export const readTokenParam = (query: Query): string | null => readParam(query, 'token')

/** Whether the link to a paid order asks for another order like it. */
export const isRenewal = (query: Query): boolean => isOn(readParam(query, 'renewal'))

/** The landing address with its attribution parameters; null if there are none. */
export const readLandingUrl = (page: string, query: Query): string | null =>
  buildLandingUrl(page, name => readParam(query, name))

/** The affiliate network's event id. */
export const cjEventPattern = /^[\w-]{1,64}$/

/** The event id for `set-cj-cookie`; null if there is none. */
export const readCjEventParam = (query: Query): string | null => {
  const value = readParam(query, 'cjevent')
  return value !== null && cjEventPattern.test(value) ? value : null
}

/** The partner token in a link; it is checked before the page is rendered. */
export const readPartnerTokenParam = (query: Query): string | null =>
  readParam(query, partnerParameter)

/**
 * Not one of `launchParameters`: the redirect after the check removes it and reports a failure on
 * the next page.
 */
export const partnerParameter = 'partner-token'

/**
 * The first value of a parameter that is not empty, cut to its maximum length; null if there is
 * none.
 */
function readParam(query: Query, name: string): string | null {
  const first = listParamValues(query, name)[0]
  return first === undefined ? null : first.slice(0, resolveMaxLength(name))
}

/** All values of a parameter, without empty ones. */
export const listParamValues = (query: Query, name: string): string[] =>
  [query[name] ?? []].flat().flatMap(value => value.trim() || [])

/**
 * In characters. A state that is cut is no longer valid JSON, and a click of this length is
 * rejected.
 */
function resolveMaxLength(name: string): number {
  if (name === stateParameter) return 4_000
  return clickParameters.some(click => click === name) || name === 'cjevent' ? 300 : 64
}

/** Any plain word but `0` and `false`; a value of 64 characters may have been cut and is off. */
const isOn = (value: string | null): boolean =>
  value !== null && /^[\w.-]{1,63}$/.test(value) && value !== '0' && value !== 'false'

/** Whether a link has no launch parameters. */
export const isEmptyLaunch = ({ coupon, variant, state, ...rest }: Launch): boolean =>
  [coupon, variant, state].every(value => value === null) &&
  Object.keys(rest.clicks).length === 0 &&
  [rest.campaigns, rest.products, rest.unknownProducts, rest.unknownClicks].every(
    list => list.length === 0,
  )
