import { resolve } from 'node:path'
import { type CountSource, countSource } from '@/contract/popular-countries'

/** What an operator can set; read once at start. The README's table explains each. */
export interface Env {
  port: number
  dataDir: string
  databaseUrl: string | undefined
  appUrl: string
  apiKey: string
  siteUrl: string | undefined
  cdnHost: string | undefined
  cmsUrl: string | undefined
  trustedProxies: number
  countryHeader: string | undefined
  /** Names of the shop's own coupons; null where there is none. */
  coupons: OwnCoupons
  /** Where the numbers of the popular-country card come from. */
  popularCounts: CountSource
  /** Where photos are kept; undefined: in the data folder. */
  s3: S3 | undefined
  /** Days after which photos are deleted: of orders nobody has paid, and of paid ones. */
  photoDays: { abandoned: number; paid: number }
  logLevel: string
  payments: 'sandbox' | 'live'
  sandboxUrl: string
  stripe: {
    secretKey: string
    publishableKey: string
    webhookSecret: string
    apiBase: string | undefined
  }
}

interface S3 {
  bucket: string
  region: string
  endpoint: string | undefined
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
}

interface OwnCoupons {
  /** Applied by itself, to new customers and to everybody. */
  newCustomer: string | null
  promo: string | null
  /** What the deals of spring and summer offer. */
  springDeal: string | null
  summerDeal: string | null
}

type Variables = Record<string, string | undefined>

/** Reads the environment; throws a sentence when it cannot be meant, or would make payments unsafe. */
export function readEnv(variables: Variables): Env {
  const port = wholeNumber(variables, 'PORT', 3_000)
  const payments = paymentsMode(variables)
  return {
    port,
    dataDir: resolve(/* turbopackIgnore: true */ variables.DATA_DIR || '.data'),
    databaseUrl: variables.DATABASE_URL || undefined,
    appUrl: addressIn(variables, 'APP_URL')?.replace(/\/$/, '') ?? `http://localhost:${port}`,
    apiKey: variables.API_KEY || 'demo',
    siteUrl: variables.SITE_URL?.replace(/\/$/, '') || undefined,
    cdnHost: variables.CDN_HOST || undefined,
    cmsUrl: addressIn(variables, 'CMS_URL'),
    trustedProxies: wholeNumber(variables, 'TRUSTED_PROXIES', 0),
    countryHeader: variables.COUNTRY_HEADER?.toLowerCase() || undefined,
    coupons: ownCoupons(variables),
    popularCounts: countSourceIn(variables),
    s3: s3In(variables),
    photoDays: {
      abandoned: days(variables, 'PHOTO_DAYS_ABANDONED', 30),
      paid: days(variables, 'PHOTO_DAYS_PAID', 90),
    },
    logLevel: variables.LOG_LEVEL || 'info',
    payments,
    sandboxUrl: variables.SANDBOX_URL || 'http://127.0.0.1:4100',
    stripe: payments === 'sandbox' ? sandboxKeys(variables) : liveKeys(variables),
  }
}

/** Half a setting would show only when the first customer sends a photo. */
function s3In(variables: Variables): S3 | undefined {
  const { S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = variables
  if (!S3_BUCKET) return undefined
  if (!S3_REGION) throw new Error('S3_REGION is missing: set it along with S3_BUCKET.')
  if (!S3_ACCESS_KEY_ID !== !S3_SECRET_ACCESS_KEY)
    throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are set together, or not at all.')
  return {
    bucket: S3_BUCKET,
    region: S3_REGION,
    endpoint: addressIn(variables, 'S3_ENDPOINT'),
    accessKeyId: S3_ACCESS_KEY_ID || undefined,
    secretAccessKey: S3_SECRET_ACCESS_KEY || undefined,
  }
}

/** SPEC 9's names. One that is set, but empty, turns its coupon off. */
const ownCoupons = (variables: Variables): OwnCoupons => ({
  newCustomer: variables.NEW_CUSTOMER_COUPON?.trim() || null,
  promo: (variables.PROMO_COUPON ?? 'FROMIDAWITHLOVE').trim() || null,
  springDeal: (variables.SPRING_DEAL_COUPON ?? 'SPRINGDEAL').trim() || null,
  summerDeal: (variables.SUMMER_DEAL_COUPON ?? 'SUMMERDEAL').trim() || null,
})

function countSourceIn({ POPULAR_COUNTS }: Variables): CountSource {
  const source = countSource.safeParse(POPULAR_COUNTS || 'orders')
  if (!source.success) throw new Error('POPULAR_COUNTS must be orders, range or off.')
  return source.data
}

/** A slip must not be read as something else: a wrong number of proxies lets callers choose their address. */
function wholeNumber(variables: Variables, name: string, otherwise: number): number {
  const value = variables[name] || String(otherwise)
  if (!/^\d{1,5}$/.test(value)) throw new Error(`${name} must be a whole number.`)
  return Number(value)
}

/** After no days at all, photos would be gone before anybody has looked at them. */
function days(variables: Variables, name: string, otherwise: number): number {
  const value = wholeNumber(variables, name, otherwise)
  if (value === 0) throw new Error(`${name} must be at least 1.`)
  return value
}

function addressIn(variables: Variables, name: string): string | undefined {
  const address = variables[name]
  if (!address) return undefined
  if (!/^https?:\/\//.test(address) || !URL.canParse(address) || namesSomebody(address))
    throw new Error(`${name} must be an address such as https://checkout.example.com.`)
  return address
}

/** No request can be made of an address with a user's name and password, and the log would tell them. */
function namesSomebody(address: string): boolean {
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}

function paymentsMode({ PAYMENTS, NODE_ENV, STRIPE_SECRET_KEY }: Variables): Env['payments'] {
  if (PAYMENTS && PAYMENTS !== 'sandbox' && PAYMENTS !== 'live')
    throw new Error('PAYMENTS must be sandbox or live.')
  const mode = PAYMENTS || (STRIPE_SECRET_KEY || NODE_ENV === 'production' ? 'live' : 'sandbox')
  if (mode === 'sandbox' && STRIPE_SECRET_KEY?.startsWith('sk_live'))
    throw new Error('PAYMENTS=sandbox takes no money: remove it, or the live Stripe key.')
  return mode as Env['payments']
}

const sandboxKeys = (variables: Variables): Env['stripe'] => ({
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
  apiBase: variables.SANDBOX_URL || 'http://127.0.0.1:4100',
})

function liveKeys(variables: Variables): Env['stripe'] {
  const needed = (name: string): string => {
    const value = variables[name]
    if (!value)
      throw new Error(`${name} is missing: set it, or PAYMENTS=sandbox to try things out.`)
    return value
  }
  return {
    secretKey: needed('STRIPE_SECRET_KEY'),
    publishableKey: needed('STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: needed('STRIPE_WEBHOOK_SECRET'),
    apiBase: loopbackOnly(variables.STRIPE_API_BASE),
  }
}

/** Another API host is for tests; anywhere but on this machine it would be handed the secret key. */
function loopbackOnly(base: string | undefined): string | undefined {
  if (!base) return undefined
  const { hostname } = new URL(base)
  if (hostname !== '127.0.0.1' && hostname !== 'localhost' && hostname !== '[::1]')
    throw new Error('STRIPE_API_BASE may only name this machine.')
  return base
}
