import { type Campaign, campaignFlags } from '@/domain/catalog/campaigns'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { expressSteps, steps } from '@/domain/checkout/steps'
import { clickParameters } from '@/domain/links/click-tracking'
import {
  cjEventIn,
  isRenewal,
  launchOf,
  offeredIn,
  partnerParameter,
  type Query,
  tokenIn,
  valuesOf,
} from '@/domain/links/launch-params'
import { olderPaths } from '@/domain/links/legacy-routes'
import { type UrlState, type UrlStateFault, urlStateIn } from '@/domain/links/url-state'
import type { CouponRefusal } from '@/domain/pricing/coupon'

/** Why something in a link was not taken; counted by it. */
export type LinkRejection = `state.${UrlStateFault}` | 'products' | 'clicks'

/** How often a reason was counted today (UTC), and in the last days. */
export interface CountedRejection {
  reason: LinkRejection
  today: number
  lately: number
}

/** Days that are counted together. */
export const latelyDays = 30

/** Where a link leads: to a page of this shop's at which orders begin, to another one, or to somebody else. */
export type Place = 'order' | 'page' | 'elsewhere'

/** What a link does, as the shop finds it. */
export interface CheckedLink {
  link: string
  leadsTo: Place
  parameters: CheckedParameter[]
  /** Why the coupon cannot be had, or that too many were tried; null where it can, and where there is none. */
  coupon: CouponRefusal | 'limited' | null
  /** How an order begins that somebody new begins by it; the total in major units. */
  begins: { plan: string; coupon: string | null; currency: string; total: number | null } | null
}

/** What a parameter of a link does, or why it does nothing. */
export interface CheckedParameter {
  name: string
  value: string
  isTaken: boolean
  says: Said
  /** What the sentence names. */
  words: Words
}

type Words = Partial<Record<'taken' | 'others' | 'parts' | 'variant' | 'experiment', string>>

/** What each flag says, by what it switches on. */
const saysOf = {
  email_50: 'flagEmail',
  upsell_test: 'flagUpsell',
  skip_button: 'flagSkip',
  summer_deal: 'flagSummerDeal',
  summer_lifetime: 'flagSummerLifetime',
  simple_flow: 'flagExpress',
} as const satisfies Record<Campaign, string>

/** The last part of the sentence's key. */
export type Said =
  | (typeof saysOf)[Campaign]
  | 'empty'
  | 'token'
  | 'coupon'
  | 'products'
  | 'productsPartly'
  | 'productsNone'
  | 'state'
  | 'statePartly'
  | 'stateNothing'
  | `stateFault.${UrlStateFault}`
  | 'variant'
  | 'variantNone'
  | 'off'
  | 'renewal'
  | 'renewalAlone'
  | 'partner'
  | 'click'
  | 'clickNone'
  | 'cj'
  | 'cjNone'
  | 'landing'
  | 'unknown'

/** The flags a link may switch on, for who makes one. */
export const flagNames = Object.keys(campaignFlags) as (keyof typeof campaignFlags)[]

/** What switching a flag on says. */
export const saysOfFlag = (flag: (typeof flagNames)[number]): Said => saysOf[campaignFlags[flag]]

/** Looks at every parameter of a link as the checkout will: with the same rules, one after the other. */
export const checkedLink = (query: Query): CheckedParameter[] =>
  Object.keys(query).map(name => {
    const value = valuesOf(query, name)[0] ?? ''
    const { says, isTaken = true, words = {} } = value === '' ? nothing('empty') : of(name, query)
    return { name, value, isTaken, says, words }
  })

interface Verdict {
  says: Said
  isTaken?: boolean
  words?: Words
}

const nothing = (says: Said, words: Words = {}): Verdict => ({
  says,
  isTaken: false,
  words,
})

function of(name: string, query: Query): Verdict {
  const launch = launchOf(query)
  switch (name) {
    case 'token':
      return nothing('token')
    case 'coupon':
      return { says: 'coupon' }
    case 'products':
      return productsIn(query)
    case 'state':
      return stateIn(launch.state ?? '')
    case 'convert_e':
    case 'convert_v':
      return launch.variant
        ? { says: 'variant', words: { ...launch.variant } }
        : nothing('variantNone')
    case 'renewal':
      if (!isRenewal(query)) return nothing('off')
      return tokenIn(query) === null ? nothing('renewalAlone') : { says: 'renewal' }
    case partnerParameter:
      return { says: 'partner' }
    case 'cjevent':
      return cjEventIn(query) ? { says: 'cj' } : nothing('cjNone')
    default:
      return (
        flagIn(name, query) ??
        clickIn(name, query) ??
        (isLanding(name) ? { says: 'landing' } : nothing('unknown'))
      )
  }
}

function productsIn(query: Query): Verdict {
  const found = offeredIn(launchOf(query))
  const taken = found.offered.join(', ')
  const others = found.others.join(', ')
  if (taken === '') return nothing('productsNone')
  return others
    ? { says: 'productsPartly', words: { taken, others } }
    : { says: 'products', words: { taken } }
}

function stateIn(text: string): Verdict {
  const { said, fault } = urlStateIn(text)
  if (fault) return nothing(`stateFault.${fault}`)
  const parts = Object.entries(said).map(([name, part]) => `${name}: ${written(part)}`)
  return parts.length > 0
    ? { says: 'state', words: { parts: parts.join('; ') } }
    : nothing('stateNothing')
}

const written = (part: UrlState[keyof UrlState]): string =>
  Array.isArray(part)
    ? part
        .map(one => (typeof one === 'string' ? one : `${one.quantity} × ${one.item_id}`))
        .join(', ')
    : typeof part === 'object'
      ? String(part.selected)
      : String(part)

function flagIn(name: string, query: Query): Verdict | undefined {
  const flag = flagNames.find(known => known === name)
  if (!flag) return undefined
  const isOn = launchOf({ [name]: query[name] }).campaigns.length > 0
  return isOn ? { says: saysOfFlag(flag) } : nothing('off')
}

function clickIn(name: string, query: Query): Verdict | undefined {
  if (!clickParameters.some(known => known === name)) return undefined
  return launchOf(query).unknownClicks.includes(name) ? nothing('clickNone') : { says: 'click' }
}

const isLanding = (name: string): boolean => name.startsWith('utm_')

/**
 * The parameters as an order has taken them that was begun with them: of the `state`, the parts that the order has
 * otherwise are named.
 */
export function heldAgainst(
  parameters: CheckedParameter[],
  text: string,
  order: Pick<CheckoutState, 'selectedLicense' | 'travelItemsInCart' | 'urgent'>,
): CheckedParameter[] {
  const { selectedLicense, travelItemsInCart, urgent } = urlStateIn(text).said
  const lost = [
    selectedLicense !== undefined && selectedLicense !== order.selectedLicense && 'selectedLicense',
    travelItemsInCart?.some(({ item_id }) => !order.travelItemsInCart.some(isItem(item_id))) &&
      'travelItemsInCart',
    urgent && urgent.selected !== order.urgent.selected && 'urgent',
  ].filter(Boolean)
  if (lost.length === 0) return parameters
  return parameters.map(one =>
    one.says === 'state'
      ? { ...one, says: 'statePartly', words: { ...one.words, others: lost.join(', ') } }
      : one,
  )
}

const isItem = (id: number) => (item: { item_id: number }) => item.item_id === id

const orderPages = new Set([
  '/checkouts/',
  '/checkouts-new/',
  ...[...steps, ...expressSteps].map(({ route }) => `/checkouts${route}`),
  ...olderPaths.flatMap(([path]) => [`/checkouts${path}`, `/checkouts-new${path}`]),
])

/** Where a path of this shop leads. */
export const placeOf = (path: string): Place =>
  orderPages.has(path.replace(/\/*$/, '/'))
    ? 'order'
    : /^\/checkouts(?:-new)?\//.test(path)
      ? 'page'
      : 'elsewhere'

/** What somebody has filled in who makes a link. */
export interface LinkParts {
  coupon: string
  products: string
  plan: string
  destinations: string
  userCountry: string
  urgent: string
  flags: string[]
  /** Further parameters, as they stand in an address. */
  more: string
}

/** The parameters of a link with these parts; what is left empty is not in it. */
export function linkWith(parts: LinkParts): URLSearchParams {
  const state = {
    ...(parts.plan && { selectedLicense: Number(parts.plan) }),
    ...(parts.urgent && { urgent: { selected: parts.urgent === 'on' } }),
    ...(parts.destinations && { destinations: codesIn(parts.destinations) }),
    ...(parts.userCountry && { userCountry: parts.userCountry }),
  }
  const { coupon, products } = parts
  const hasState = Object.keys(state).length > 0
  return new URLSearchParams([
    ...Object.entries({ coupon, products }).filter(([, value]) => value !== ''),
    ...parts.flags.filter(flag => flagNames.some(known => known === flag)).map(flag => [flag, '1']),
    ...(hasState ? [['state', JSON.stringify(state)]] : []),
    ...new URLSearchParams(parts.more),
  ])
}

const codesIn = (list: string): string[] => list.split(/[\s,]+/).filter(Boolean)
