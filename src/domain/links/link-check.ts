import { type Campaign, campaignFlags } from '@/domain/catalog/campaigns'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { expressSteps, steps } from '@/domain/checkout/steps'
import { clickParameters } from '@/domain/links/click-tracking'
import {
  isRenewal,
  listParamValues,
  parseLaunch,
  partitionOffered,
  partnerParameter,
  type Query,
  readCjEventParam,
  readTokenParam,
} from '@/domain/links/launch-params'
import { legacyPaths } from '@/domain/links/legacy-routes'
import { parseUrlState, type UrlState, type UrlStateFault } from '@/domain/links/url-state'
import type { CouponRefusal } from '@/domain/pricing/coupon'

/** Why a part of a link was rejected; rejections are counted by reason. */
export type LinkRejection = `state.${UrlStateFault}` | 'products' | 'clicks'

/** How often a reason occurred today (UTC), and in the last `recentDays` days. */
export interface CountedRejection {
  reason: LinkRejection
  today: number
  lately: number
}

export const recentDays = 30

/**
 * Where a link leads: a page of this shop where orders begin, another page of it, or another site.
 */
export type LinkTarget = 'order' | 'page' | 'elsewhere'

/** The result of checking a link. */
export interface CheckedLink {
  link: string
  leadsTo: LinkTarget
  parameters: CheckedParameter[]
  /**
   * Why the coupon cannot be used, or `limited` after too many tries; null if it can, or there is
   * none.
   */
  coupon: CouponRefusal | 'limited' | null
  /** The order a new customer would begin with the link; the total in major units. */
  begins: { plan: string; coupon: string | null; currency: string; total: number | null } | null
}

/** The effect of a link's parameter, or why it has none. */
export interface CheckedParameter {
  name: string
  value: string
  isTaken: boolean
  says: LinkMessageKey
  /** The variables of the sentence. */
  words: MessageParams
}

type MessageParams = Partial<
  Record<'taken' | 'others' | 'parts' | 'variant' | 'experiment', string>
>

/** The message of each flag, by its campaign. */
const messageByCampaign = {
  email_50: 'flagEmail',
  upsell_test: 'flagUpsell',
  skip_button: 'flagSkip',
  summer_deal: 'flagSummerDeal',
  summer_lifetime: 'flagSummerLifetime',
  simple_flow: 'flagExpress',
} as const satisfies Record<Campaign, string>

/** The last part of the message's key. */
export type LinkMessageKey =
  | (typeof messageByCampaign)[Campaign]
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

/** The flags a link may have, for the form that builds links. */
export const flagNames = Object.keys(campaignFlags) as (keyof typeof campaignFlags)[]

/** The message of a flag that is on. */
export const findFlagMessage = (flag: (typeof flagNames)[number]): LinkMessageKey =>
  messageByCampaign[campaignFlags[flag]]

/** Checks every parameter of a link with the checkout's own rules. */
export const checkLinkParameters = (query: Query): CheckedParameter[] =>
  Object.keys(query).map(name => {
    const value = listParamValues(query, name)[0] ?? ''
    const {
      says,
      isTaken = true,
      words = {},
    } = value === '' ? rejectParameter('empty') : checkParameter(name, query)
    return { name, value, isTaken, says, words }
  })

interface ParameterResult {
  says: LinkMessageKey
  isTaken?: boolean
  words?: MessageParams
}

const rejectParameter = (says: LinkMessageKey, words: MessageParams = {}): ParameterResult => ({
  says,
  isTaken: false,
  words,
})

function checkParameter(name: string, query: Query): ParameterResult {
  const launch = parseLaunch(query)
  switch (name) {
    case 'token':
      return rejectParameter('token')
    case 'coupon':
      return { says: 'coupon' }
    case 'products':
      return checkProducts(query)
    case 'state':
      return checkState(launch.state ?? '')
    case 'convert_e':
    case 'convert_v':
      return launch.variant
        ? { says: 'variant', words: { ...launch.variant } }
        : rejectParameter('variantNone')
    case 'renewal':
      if (!isRenewal(query)) return rejectParameter('off')
      return readTokenParam(query) === null ? rejectParameter('renewalAlone') : { says: 'renewal' }
    case partnerParameter:
      return { says: 'partner' }
    case 'cjevent':
      return readCjEventParam(query) ? { says: 'cj' } : rejectParameter('cjNone')
    default:
      return (
        checkFlag(name, query) ??
        checkClick(name, query) ??
        (isLandingParameter(name) ? { says: 'landing' } : rejectParameter('unknown'))
      )
  }
}

function checkProducts(query: Query): ParameterResult {
  const products = partitionOffered(parseLaunch(query))
  const offered = products.offered.join(', ')
  const others = products.others.join(', ')
  if (offered === '') return rejectParameter('productsNone')
  return others
    ? { says: 'productsPartly', words: { taken: offered, others } }
    : { says: 'products', words: { taken: offered } }
}

function checkState(text: string): ParameterResult {
  const { state, fault } = parseUrlState(text)
  if (fault) return rejectParameter(`stateFault.${fault}`)
  const parts = Object.entries(state).map(([name, part]) => `${name}: ${formatStatePart(part)}`)
  return parts.length > 0
    ? { says: 'state', words: { parts: parts.join('; ') } }
    : rejectParameter('stateNothing')
}

const formatStatePart = (part: UrlState[keyof UrlState]): string =>
  Array.isArray(part)
    ? part
        .map(entry => (typeof entry === 'string' ? entry : `${entry.quantity} × ${entry.item_id}`))
        .join(', ')
    : typeof part === 'object'
      ? String(part.selected)
      : String(part)

function checkFlag(name: string, query: Query): ParameterResult | undefined {
  const flag = flagNames.find(candidate => candidate === name)
  if (!flag) return undefined
  const isOn = parseLaunch({ [name]: query[name] }).campaigns.length > 0
  return isOn ? { says: findFlagMessage(flag) } : rejectParameter('off')
}

function checkClick(name: string, query: Query): ParameterResult | undefined {
  if (!clickParameters.some(candidate => candidate === name)) return undefined
  return parseLaunch(query).unknownClicks.includes(name)
    ? rejectParameter('clickNone')
    : { says: 'click' }
}

const isLandingParameter = (name: string): boolean => name.startsWith('utm_')

/**
 * Compares the parameters with an order that was begun with them: the message of `state` lists the
 * parts in which the order differs.
 */
export function compareWithOrder(
  parameters: CheckedParameter[],
  text: string,
  order: Pick<CheckoutState, 'selectedLicense' | 'travelItemsInCart' | 'urgent'>,
): CheckedParameter[] {
  const { selectedLicense, travelItemsInCart, urgent } = parseUrlState(text).state
  const lostParts = [
    selectedLicense !== undefined && selectedLicense !== order.selectedLicense && 'selectedLicense',
    travelItemsInCart?.some(({ item_id }) => !order.travelItemsInCart.some(isItem(item_id))) &&
      'travelItemsInCart',
    urgent && urgent.selected !== order.urgent.selected && 'urgent',
  ].filter(Boolean)
  if (lostParts.length === 0) return parameters
  return parameters.map(parameter =>
    parameter.says === 'state'
      ? {
          ...parameter,
          says: 'statePartly',
          words: { ...parameter.words, others: lostParts.join(', ') },
        }
      : parameter,
  )
}

const isItem = (id: number) => (item: { item_id: number }) => item.item_id === id

const orderPages = new Set([
  '/checkouts/',
  '/checkouts-new/',
  ...[...steps, ...expressSteps].map(({ route }) => `/checkouts${route}`),
  ...legacyPaths.flatMap(([path]) => [`/checkouts${path}`, `/checkouts-new${path}`]),
])

/** Where a path of this shop's host leads. */
export const classifyPath = (path: string): LinkTarget =>
  orderPages.has(path.replace(/\/*$/, '/'))
    ? 'order'
    : /^\/checkouts(?:-new)?\//.test(path)
      ? 'page'
      : 'elsewhere'

/** The fields of the form that builds links. */
export interface LinkParts {
  coupon: string
  products: string
  plan: string
  destinations: string
  userCountry: string
  urgent: string
  flags: string[]
  /** More parameters as a query string. */
  more: string
}

/** The query of a link with these parts; empty fields are omitted. */
export function buildLinkParams(parts: LinkParts): URLSearchParams {
  const state = {
    ...(parts.plan && { selectedLicense: Number(parts.plan) }),
    ...(parts.urgent && { urgent: { selected: parts.urgent === 'on' } }),
    ...(parts.destinations && { destinations: splitCodes(parts.destinations) }),
    ...(parts.userCountry && { userCountry: parts.userCountry }),
  }
  const { coupon, products } = parts
  const hasState = Object.keys(state).length > 0
  return new URLSearchParams([
    ...Object.entries({ coupon, products }).filter(([, value]) => value !== ''),
    ...parts.flags
      .filter(flag => flagNames.some(candidate => candidate === flag))
      .map(flag => [flag, '1']),
    ...(hasState ? [['state', JSON.stringify(state)]] : []),
    ...new URLSearchParams(parts.more),
  ])
}

const splitCodes = (list: string): string[] => list.split(/[\s,]+/).filter(Boolean)
