import type { BaseState } from '@/domain/checkout/checkout-state'

/**
 * Click parameters and the state field of each; null if the state has no field of its own for it.
 */
const clickFields = {
  offer_id: 'tune_offer_id',
  aff_click_id: 'tune_aff_click_id',
  affiliate_id: 'tune_affiliate_id',
  source: 'tune_source',
  transaction_id: 'tune_transaction_id',
  // Networks pass the tracker's click id in `sub2`. If a link has both, `voluum_cid` wins.
  sub2: 'voluum_cid',
  voluum_cid: 'voluum_cid',
  gclid: 'gclid',
  /** The source of the gclid, stored with it. */
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

/** The click parameters of a link by name; no value is empty. */
export type Clicks = Partial<Record<ClickParameter, string>>

/** In characters. gclid is the longest; the others share one cookie of at most 4 kB. */
const resolveMaxLength = (name: string): number => (name === 'gclid' ? 255 : 100)

/** Characters of an id or a plain name, which exclude email addresses and markup. */
const plainValuePattern = /^[\w .,:;~|+=-]+$/

const isValidClick = (name: string, value: string): boolean =>
  value.length <= resolveMaxLength(name) && plainValuePattern.test(value)

/** Reads the click parameters with `readParam`; `unknown` lists those with an invalid value. */
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
    BaseState,
    | 'gclid'
    | 'fbc'
    | 'fbp'
    | `tune_${'offer_id' | 'aff_click_id' | 'affiliate_id' | 'source' | 'transaction_id'}`
    | 'voluum_cid'
    | 'tracking_url'
    | 'affiliate_meta'
  >
>

/** The state change for clicks and the landing address; absent parameters change nothing. */
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

/** A change without empty click fields, which must not overwrite stored ones. */
export const withoutEmptyClicks = <T extends object>(change: T): T =>
  Object.fromEntries(
    Object.entries(change).filter(
      ([name, value]) =>
        !(trackingFields.includes(name) && value === '') && !isEmptyMeta(name, value),
    ),
  ) as T

const isEmptyMeta = (name: string, value: unknown): boolean =>
  name === 'affiliate_meta' && (value as Tracking['affiliate_meta'])?.msclkid === ''

/** Google counts a click for 90 days; the other attribution data is stored as long. */
export const clickLifetimeDays = 90
const clickLifetimeMs = clickLifetimeDays * 86_400_000

/** The ad click in the browser's cookie: value, expiry in ms since 1970, and source. */
interface AdClick {
  value: string
  expiryDate: number
  gclsrc?: string
}

/** The ad click to store, valid for `clickLifetimeDays` from `nowMs`; null without a gclid. */
export function buildAdClick({ gclid, gclsrc }: Clicks, nowMs: number): AdClick | null {
  if (!gclid) return null
  return { value: gclid, expiryDate: nowMs + clickLifetimeMs, ...(gclsrc && { gclsrc }) }
}

/** Parses the ad click cookie; null if it has expired or is not one the server wrote. */
export function parseAdClick(stored: string | undefined, nowMs: number): AdClick | null {
  const { value, expiryDate, gclsrc } = parseRecord(stored)
  if (typeof expiryDate !== 'number') return null
  if (expiryDate <= nowMs || expiryDate > nowMs + clickLifetimeMs) return null
  const record: Record<string, unknown> = { gclid: value, gclsrc }
  const { clicks } = readClicks(name => toNonEmptyText(record[name]))
  const click = buildAdClick(clicks, nowMs)
  return click && { ...click, expiryDate }
}

/** The other attribution data in the cookie `affiliate_tracking_data`. */
interface StoredClicks {
  clicks: Clicks
  landing: string | null
}

/** Parses the cookie `affiliate_tracking_data`; invalid parts are dropped. */
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

/** The cookie value after another link's clicks are merged in; undefined if nothing changes. */
export function mergeClicks(
  stored: StoredClicks,
  { gclid, gclsrc, referralCode, ...clicks }: Clicks,
  landing: string | null,
): string | undefined {
  // A link is read twice on the way to the first step, and its remaining parameters on every
  // reload: a subset of the stored address is not a new landing.
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

/** In characters; percent-encoded together with all clicks it fits into a cookie. */
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
 * The landing address for the checkout's `tracking_url`, with click and campaign parameters only:
 * no token, no part of the order, no personal data. Null if it has none of them.
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

/** Meta's click and browser ids from its cookies `_fbc` and `_fbp`; malformed ones are ignored. */
export function parseMetaIds(readCookie: (name: string) => string | undefined): Tracking {
  const [fbc, fbp] = [readCookie('_fbc') ?? '', readCookie('_fbp') ?? '']
  return { ...(metaIdPattern.test(fbc) && { fbc }), ...(metaIdPattern.test(fbp) && { fbp }) }
}

/** `fb.1.1596403881668.1116446470` */
const metaIdPattern = /^fb\.\d\.\d{1,15}\.[\w.-]{1,300}$/

const toNonEmptyText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** Parses a cookie's JSON object; empty for anything else. */
function parseRecord(stored: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
