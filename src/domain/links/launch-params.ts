import { type VariantChoice, variantIn } from '@/domain/analytics/experiments'
import { type Campaign, campaignFlags } from '@/domain/catalog/campaigns'
import { isOffered, isPlanId } from '@/domain/catalog/plans'
import { type Clicks, clickParameters, clicksIn, landingOf } from '@/domain/links/click-tracking'

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
export function launchOf(query: Query): Launch {
  const { clicks, unknown: unknownClicks } = clicksIn(name => said(query, name))
  return {
    coupon: said(query, 'coupon'),
    campaigns: Object.entries(campaignFlags)
      .filter(([name]) => isOn(said(query, name)))
      .map(([, switched]) => switched),
    variant: variantIn(said(query, 'convert_e'), said(query, 'convert_v')),
    ...productsIn(said(query, 'products')),
    state: said(query, stateParameter),
    clicks,
    unknownClicks,
  }
}

/** The ids in a list such as `40,42`, and what in it is none. */
function productsIn(list: string | null): Pick<Launch, 'products' | 'unknownProducts'> {
  const named = new Set(list?.split(',').map(id => id.trim()))
  named.delete('')
  const isPlan = (id: string) => /^\d+$/.test(id) && isPlanId(Number(id))
  return {
    products: [...named].filter(isPlan).map(Number),
    unknownProducts: [...named].filter(id => !isPlan(id)),
  }
}

/** The plans a link names that whoever opens it is offered, and what else it names among them. */
export function offeredIn({ products, unknownProducts, campaigns }: Launch): {
  offered: number[]
  others: string[]
} {
  const isHad = (id: number) => isOffered(id, { campaigns, products: [] })
  return {
    offered: products.filter(isHad),
    others: [...unknownProducts, ...products.filter(id => !isHad(id)).map(String)],
  }
}

/**
 * The part of a query that a launch reads, to be read again where the checkout is created. What is empty says
 * nothing there either, and leaves the address with the rest.
 */
export const launchPart = (query: Query): Record<string, string> =>
  Object.fromEntries(
    launchParameters
      .filter(name => query[name] !== undefined)
      .map(name => [name, said(query, name) ?? '']),
  )

/** Whether an address holds anything that leaves it once it is read. */
export const hasLaunch = (query: Query): boolean =>
  launchParameters.some(name => query[name] !== undefined)

/** The token of a link; null when there is none in it. */
export const tokenIn = (query: Query): string | null => said(query, 'token')

/** Whether whoever opens a paid order's link wants another of the same (SPEC 2). */
export const isRenewal = (query: Query): boolean => isOn(said(query, 'renewal'))

/** The address a customer landed at, with what in it says where they come from; null when nothing does. */
export const landingIn = (page: string, query: Query): string | null =>
  landingOf(page, name => said(query, name))

/** The affiliate network's event: an id of letters and digits. */
export const cjEvent = /^[\w-]{1,64}$/

/** The event that `set-cj-cookie` is to keep; null when there is none. */
export const cjEventIn = (query: Query): string | null => {
  const given = said(query, 'cjevent')
  return given !== null && cjEvent.test(given) ? given : null
}

/** The partner's token of a link: whoever takes it up decides about it before the page is shown. */
export const partnerTokenIn = (query: Query): string | null => said(query, partnerParameter)

/** Not one of those above: why it cannot be had is told on the page that it leads to. */
export const partnerParameter = 'partner-token'

/** The first of a parameter's values that says something; null when none does. */
function said(query: Query, name: string): string | null {
  const first = valuesOf(query, name)[0]
  return first === undefined ? null : first.slice(0, longestOf(name))
}

/** What a parameter says, as often as it is given; what is empty says nothing. */
export const valuesOf = (query: Query, name: string): string[] =>
  [query[name] ?? []].flat().flatMap(value => value.trim() || [])

/** No code and no flag is longer; what is cut off a state is JSON no more, and a longer click is none. */
function longestOf(name: string): number {
  if (name === stateParameter) return 4_000
  return clickParameters.some(click => click === name) || name === 'cjevent' ? 300 : 64
}

/** Whatever plain word it is; one that is cut off is none. */
const isOn = (value: string | null): boolean =>
  value !== null && /^[\w.-]{1,63}$/.test(value) && value !== '0' && value !== 'false'

/** Whether a link says anything at all. */
export const saysNothing = ({ coupon, variant, state, ...more }: Launch): boolean =>
  [coupon, variant, state].every(one => one === null) &&
  Object.keys(more.clicks).length === 0 &&
  [more.campaigns, more.products, more.unknownProducts, more.unknownClicks].every(
    list => list.length === 0,
  )
