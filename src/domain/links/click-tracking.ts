import type { CheckoutState } from '@/domain/checkout/checkout-state'

/** Click parameters (SPEC 2) and where each is saved in the checkout's state (SPEC 3); null: beside it. */
const clickFields = {
  offer_id: 'tune_offer_id',
  aff_click_id: 'tune_aff_click_id',
  affiliate_id: 'tune_affiliate_id',
  source: 'tune_source',
  transaction_id: 'tune_transaction_id',
  // The only parameter without a field of its own, and the only field without a parameter: networks hand
  // the tracker's click id on in it. Said under its own name, that counts.
  sub2: 'voluum_cid',
  voluum_cid: 'voluum_cid',
  gclid: 'gclid',
  /** Whose click the gclid is; kept with it. */
  gclsrc: null,
  msclkid: null,
  referralCode: null,
} as const
type ClickParameter = keyof typeof clickFields
export const clickParameters = [
  'offer_id',
  'aff_click_id',
  'affiliate_id',
  'source',
  'transaction_id',
  'sub2',
  'voluum_cid',
  'gclid',
  'gclsrc',
  'msclkid',
  'referralCode',
] as const satisfies ClickParameter[]

/** What is said by a link's click parameters, by their names; none of them is empty. */
export type Clicks = Partial<Record<ClickParameter, string>>

/** Google's are the longest; the others stand together in one cookie, which holds 4 kB. */
const resolveMaxLength = (name: string): number => (name === 'gclid' ? 255 : 100)

/** Letters of an id or a plain name. An email address has no place in it, nor has anything that looks like markup. */
const plainValuePattern = /^[\w .,:;~|+=-]+$/

const isValidClick = (name: string, value: string): boolean =>
  value.length <= resolveMaxLength(name) && plainValuePattern.test(value)

/** The click parameters as `readParam` reads them; `unknown` are those whose value is none. */
export function readClicks(readParam: (name: ClickParameter) => string | null): {
  clicks: Clicks
  unknown: ClickParameter[]
} {
  const params = clickParameters.flatMap(name => {
    const value = readParam(name)
    return value === null ? [] : [{ name, value }]
  })
  const validParams = params.filter(({ name, value }) => isValidClick(name, value))
  return {
    clicks: Object.fromEntries(validParams.map(({ name, value }) => [name, value])),
    unknown: params.filter(click => !validParams.includes(click)).map(({ name }) => name),
  }
}

type Tracking = Partial<
  Pick<
    CheckoutState,
    | 'gclid'
    | 'fbc'
    | 'fbp'
    | `tune_${'offer_id' | 'aff_click_id' | 'affiliate_id' | 'source' | 'transaction_id'}`
    | 'voluum_cid'
    | 'tracking_url'
    | 'affiliate_meta'
  >
>

/** What clicks and the landing address change in a checkout: what is not said stays as it was (SPEC 5). */
export function toTracking(clicks: Clicks, landing: string | null = null): Tracking {
  const fields = clickParameters.flatMap(name => {
    const field = clickFields[name]
    const value = clicks[name]
    return field && value ? [[field, value]] : []
  })
  return {
    ...Object.fromEntries(fields),
    ...(clicks.msclkid && { affiliate_meta: { msclkid: clicks.msclkid } }),
    ...(landing && { tracking_url: landing }),
  }
}

const trackingFields: string[] = [
  ...Object.values(clickFields).filter(field => field !== null),
  'fbc',
  'fbp',
  'tracking_url',
]

/** A change without the clicks it says with nothing: only others are saved (SPEC 5). */
export const withoutEmptyClicks = <T extends object>(change: T): T =>
  Object.fromEntries(
    Object.entries(change).filter(
      ([name, value]) =>
        !(trackingFields.includes(name) && value === '') && !isEmptyMeta(name, value),
    ),
  ) as T

const isEmptyMeta = (name: string, value: unknown): boolean =>
  name === 'affiliate_meta' && (value as Tracking['affiliate_meta'])?.msclkid === ''

/** Google counts a click for 90 days; what else is known of a customer's way here is kept as long. */
export const clickLifetimeDays = 90
const clickLifetimeMs = clickLifetimeDays * 86_400_000

/** The ad click as a browser keeps it (SPEC 3): its value, the moment until which it counts, and whose it is. */
interface AdClick {
  value: string
  expiryDate: number
  gclsrc?: string
}

export function buildAdClick({ gclid, gclsrc }: Clicks, nowMs: number): AdClick | null {
  if (!gclid) return null
  return { value: gclid, expiryDate: nowMs + clickLifetimeMs, ...(gclsrc && { gclsrc }) }
}

/** The kept ad click while it counts; null for one that has ended, and for what nobody here has written. */
export function parseAdClick(stored: string | undefined, nowMs: number): AdClick | null {
  const { value, expiryDate, gclsrc } = parseRecord(stored)
  if (typeof expiryDate !== 'number') return null
  if (expiryDate <= nowMs || expiryDate > nowMs + clickLifetimeMs) return null
  const record: Record<string, unknown> = { gclid: value, gclsrc }
  const { clicks } = readClicks(name => toNonEmptyText(record[name]))
  const click = buildAdClick(clicks, nowMs)
  return click && { ...click, expiryDate }
}

/** All that a browser keeps of the links that led here, besides the ad click (SPEC 3: `affiliate_tracking_data`). */
interface StoredClicks {
  clicks: Clicks
  landing: string | null
}

export function parseStoredClicks(stored: string | undefined): StoredClicks {
  const { tracking_url, ...otherFields } = parseRecord(stored)
  const {
    gclid: _,
    gclsrc: __,
    referralCode: ___,
    ...clicks
  } = readClicks(name => toNonEmptyText(otherFields[name])).clicks
  return { clicks, landing: isLandingUrl(tracking_url) ? tracking_url : null }
}

/** What is known already with what another link says; undefined when that is nothing new. */
export function mergeClicks(
  stored: StoredClicks,
  { gclid, gclsrc, referralCode, ...clicks }: Clicks,
  landing: string | null,
): string | undefined {
  // On its way to the first step a link is read twice, and what is left of it on every reload: where it led
  // at first is the landing.
  const isKnown = landing === null || isSubsetOf(landing, stored.landing)
  const tracking_url = isKnown ? stored.landing : landing
  const record = { ...stored.clicks, ...clicks, ...(tracking_url && { tracking_url }) }
  const currentRecord = {
    ...stored.clicks,
    ...(stored.landing && { tracking_url: stored.landing }),
  }
  return JSON.stringify(record) === JSON.stringify(currentRecord)
    ? undefined
    : JSON.stringify(record)
}

function isSubsetOf(landing: string, current: string | null): boolean {
  const currentParams = parseQuery(current)
  return [...parseQuery(landing)].every(([name, value]) => currentParams.get(name) === value)
}

const parseQuery = (address: string | null) => new URLSearchParams(address?.split('?')[1])

const isLandingUrl = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= maxLandingLength &&
  /^https?:\/\/[\x21-\x7e]+$/.test(value)

/** With all clicks beside it, percent-encoded once more, it fits into a cookie. */
const maxLandingLength = 400

const campaignParameters = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
]

/**
 * The address a customer landed at, for the checkout's `tracking_url`: with what says where they come from, and
 * nothing else. No token, no part of the order and nothing about a person is in it. Null when it says nothing.
 */
export function buildLandingUrl(
  page: string,
  readParam: (name: string) => string | null,
): string | null {
  const names = [...clickParameters, ...campaignParameters].filter(name => name !== 'referralCode')
  const knownParams = names.flatMap(name => {
    const value = readParam(name)
    return value !== null && isValidClick(name, value) ? [[name, value]] : []
  })
  const address = `${page}?${new URLSearchParams(knownParams)}`
  return knownParams.length > 0 && isLandingUrl(address) ? address : null
}

/** Meta's click and browser ids from the cookies its script writes, `_fbc` and `_fbp`, where they have their shape. */
export function parseMetaIds(readCookie: (name: string) => string | undefined): Tracking {
  const [fbc, fbp] = [readCookie('_fbc') ?? '', readCookie('_fbp') ?? '']
  return { ...(metaIdPattern.test(fbc) && { fbc }), ...(metaIdPattern.test(fbp) && { fbp }) }
}

/** `fb.1.1596403881668.1116446470` */
const metaIdPattern = /^fb\.\d\.\d{1,15}\.[\w.-]{1,300}$/

const toNonEmptyText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** The object in a cookie; empty for what is none. */
function parseRecord(stored: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
