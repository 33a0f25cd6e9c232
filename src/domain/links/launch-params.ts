import { findVariant, type VariantChoice } from '@/domain/analytics/experiments'
import { type Campaign, campaignFlags } from '@/domain/catalog/campaigns'
import { isOffered, isPlanId } from '@/domain/catalog/plans'
import {
  buildLandingUrl,
  type Clicks,
  clickParameters,
  readClicks,
} from '@/domain/links/click-tracking'

/** What a link says when it is opened. */
export interface Launch {
  coupon: string | null
  campaigns: Campaign[]
  variant: VariantChoice | null
  /** The plans the choice is limited to; empty limits nothing. */
  products: number[]
  /** What is named among them and is no plan: it is told to the operator, and limits nothing. */
  unknownProducts: string[]
  /** Part of an order as JSON (SPEC 2), as it stands in the address: `url-state.ts` reads it. */
  state: string | null
  /** Where the customer comes from. */
  clicks: Clicks
  /** The click parameters whose value is none: they are told to the operator, and saved nowhere. */
  unknownClicks: string[]
}

export type Query = Record<string, string | string[] | undefined>

/** The parameter whose value is longer than a word. */
export const stateParameter = 'state'

/** The parameters a launch reads; they leave the address bar once they are read. */
export const launchParameters: string[] = [
  'coupon',
  'products',
  stateParameter,
  'convert_e',
  'convert_v',
  // Without a token there is nothing to renew.
  'renewal',
].concat(Object.keys(campaignFlags), clickParameters)

/** Reads an address's query once. What is empty, or is not understood, says nothing. */
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

/** The ids in a list such as `40,42`, and what in it is none. */
function parseProducts(list: string | null): Pick<Launch, 'products' | 'unknownProducts'> {
  const ids = new Set(list?.split(',').map(id => id.trim()))
  ids.delete('')
  const isPlan = (id: string) => /^\d+$/.test(id) && isPlanId(Number(id))
  return {
    products: [...ids].filter(isPlan).map(Number),
    unknownProducts: [...ids].filter(id => !isPlan(id)),
  }
}

/** The plans a link names that whoever opens it is offered, and what else it names among them. */
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
 * The part of a query that a launch reads, to be read again where the checkout is created. What is empty says
 * nothing there either, and leaves the address with the rest.
 */
export const pickLaunchParams = (query: Query): Record<string, string> =>
  Object.fromEntries(
    launchParameters
      .filter(name => query[name] !== undefined)
      .map(name => [name, readParam(query, name) ?? '']),
  )

/** Whether an address holds anything that leaves it once it is read. */
export const hasLaunch = (query: Query): boolean =>
  launchParameters.some(name => query[name] !== undefined)

/** The token of a link; null when there is none in it. */
export const readTokenParam = (query: Query): string | null => readParam(query, 'token')

/** Whether whoever opens a paid order's link wants another of the same (SPEC 2). */
export const isRenewal = (query: Query): boolean => isOn(readParam(query, 'renewal'))

/** The address a customer landed at, with what in it says where they come from; null when nothing does. */
export const readLandingUrl = (page: string, query: Query): string | null =>
  buildLandingUrl(page, name => readParam(query, name))

/** The affiliate network's event: an id of letters and digits. */
export const cjEventPattern = /^[\w-]{1,64}$/

/** The event that `set-cj-cookie` is to keep; null when there is none. */
export const readCjEventParam = (query: Query): string | null => {
  const value = readParam(query, 'cjevent')
  return value !== null && cjEventPattern.test(value) ? value : null
}

/** The partner's token of a link: whoever takes it up decides about it before the page is shown. */
export const readPartnerTokenParam = (query: Query): string | null =>
  readParam(query, partnerParameter)

/** Not one of those above: why it cannot be had is told on the page that it leads to. */
export const partnerParameter = 'partner-token'

/** The first of a parameter's values that says something; null when none does. */
function readParam(query: Query, name: string): string | null {
  const first = listParamValues(query, name)[0]
  return first === undefined ? null : first.slice(0, resolveMaxLength(name))
}

/** What a parameter says, as often as it is given; what is empty says nothing. */
export const listParamValues = (query: Query, name: string): string[] =>
  [query[name] ?? []].flat().flatMap(value => value.trim() || [])

/** No code and no flag is longer; what is cut off a state is JSON no more, and a longer click is none. */
function resolveMaxLength(name: string): number {
  if (name === stateParameter) return 4_000
  return clickParameters.some(click => click === name) || name === 'cjevent' ? 300 : 64
}

/** Whatever plain word it is; one that is cut off is none. */
const isOn = (value: string | null): boolean =>
  value !== null && /^[\w.-]{1,63}$/.test(value) && value !== '0' && value !== 'false'

/** Whether a link says anything at all. */
export const isEmptyLaunch = ({ coupon, variant, state, ...rest }: Launch): boolean =>
  [coupon, variant, state].every(value => value === null) &&
  Object.keys(rest.clicks).length === 0 &&
  [rest.campaigns, rest.products, rest.unknownProducts, rest.unknownClicks].every(
    list => list.length === 0,
  )
