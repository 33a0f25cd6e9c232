import { resolve } from 'node:path'
import { type CountSource, countSource } from '@/contract/popular-countries'
import { validateEmail } from '@/domain/driver/email'
import { readThirdPartySettings, type ThirdPartySettings } from '@/server/config/third-party-env'
import { validateEnv } from '@/server/config/validate-env'

/** The settings, read once at start; docs/configuration.md explains each. */
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
  /** Names of the shop's own coupons; null: none. */
  coupons: CouponNames
  /** The source of the popular-country card's numbers. */
  popularCounts: CountSource
  /** The storage of photos; undefined: the data folder. */
  s3: S3 | undefined
  /**
   * Mails are sent through an SMTP server, or written to files without one. `from` is the sender.
   */
  mail: { smtpUrl: string | undefined; from: string }
  /** The operator's system that receives orders; undefined: none. */
  orderWebhook: { url: string; secret: string } | undefined
  /** Whether auto-renewal is offered. */
  hasSubscriptions: boolean
  /** Days after which photos are deleted: of unpaid and of paid orders. */
  photoDays: { abandoned: number; paid: number }
  /** Whether the link checker is on. */
  hasLinkChecker: boolean
  /** Third-party services besides the payment providers. */
  thirdParty: ThirdPartySettings
  /** The testing service's goal of a purchase; undefined: none. */
  purchaseGoalId: string | undefined
  logLevel: string
  payments: 'sandbox' | 'live'
  sandboxUrl: string
  stripe: {
    secretKey: string
    publishableKey: string
    webhookSecret: string
    apiBase: string | undefined
  }
  /** Undefined: PayPal is not offered. */
  paypal: Paypal | undefined
}

export interface Paypal {
  clientId: string
  secret: string
  /** PayPal's id of the webhook, part of the signature of its events. */
  webhookId: string
  apiBase: string | undefined
}

interface S3 {
  bucket: string
  region: string
  endpoint: string | undefined
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
}

interface CouponNames {
  /** Applied automatically: to new customers, and to all. */
  newCustomer: string | null
  promo: string | null
  /** The coupons of the spring and summer deals. */
  springDeal: string | null
  summerDeal: string | null
}

type Variables = Record<string, string | undefined>

/**
 * Reads the environment. Throws a sentence for the operator if a setting is invalid or would make
 * payments unsafe.
 */
export function readEnv(variables: Variables): Env {
  validateEnv(variables)
  const port = readInteger(variables, 'PORT', 3_000)
  const payments = readPaymentsMode(variables)
  const appUrl = readUrl(variables, 'APP_URL')?.replace(/\/$/, '') ?? `http://localhost:${port}`
  return {
    port,
    dataDir: resolve(/* turbopackIgnore: true */ variables.DATA_DIR || '.data'),
    databaseUrl: variables.DATABASE_URL || undefined,
    appUrl,
    apiKey: variables.API_KEY || 'demo',
    siteUrl: variables.SITE_URL?.replace(/\/$/, '') || undefined,
    cdnHost: variables.CDN_HOST || undefined,
    cmsUrl: readUrl(variables, 'CMS_URL'),
    trustedProxies: readInteger(variables, 'TRUSTED_PROXIES', 0),
    countryHeader: variables.COUNTRY_HEADER?.toLowerCase() || undefined,
    coupons: readCouponNames(variables),
    popularCounts: readCountSource(variables),
    s3: readS3Settings(variables),
    mail: readMailSettings(variables, appUrl),
    orderWebhook: readOrderWebhookSettings(variables),
    hasSubscriptions: readSwitch(variables, 'SUBSCRIPTIONS'),
    photoDays: {
      abandoned: readDays(variables, 'PHOTO_DAYS_ABANDONED', 30),
      paid: readDays(variables, 'PHOTO_DAYS_PAID', 90),
    },
    hasLinkChecker: readSwitch(variables, 'LINK_CHECKER', 'off'),
    thirdParty: readThirdPartySettings(variables),
    purchaseGoalId: readPurchaseGoalId(variables),
    logLevel: variables.LOG_LEVEL || 'info',
    payments,
    sandboxUrl: readSandboxUrl(variables),
    stripe:
      payments === 'sandbox' ? buildSandboxStripeKeys(variables) : readLiveStripeKeys(variables),
    paypal: payments === 'sandbox' ? buildSandboxPaypal(variables) : readLivePaypal(variables),
  }
}

/** Partial settings would fail only when the first customer sends a photo. */
function readS3Settings(variables: Variables): S3 | undefined {
  const { S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = variables
  if (!S3_BUCKET) return undefined
  if (!S3_REGION) throw new Error('S3_REGION is missing: set it along with S3_BUCKET.')
  if (!S3_ACCESS_KEY_ID !== !S3_SECRET_ACCESS_KEY)
    throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are set together, or not at all.')
  return {
    bucket: S3_BUCKET,
    region: S3_REGION,
    endpoint: readUrl(variables, 'S3_ENDPOINT'),
    accessKeyId: S3_ACCESS_KEY_ID || undefined,
    secretAccessKey: S3_SECRET_ACCESS_KEY || undefined,
  }
}

/** A server without a sender would refuse the first customer's confirmation. */
function readMailSettings({ SMTP_URL, MAIL_FROM }: Variables, appUrl: string): Env['mail'] {
  if (MAIL_FROM && !isSender(MAIL_FROM))
    throw new Error('MAIL_FROM must be like orders@example.com, or Shop <orders@example.com>.')
  if (!SMTP_URL)
    return { smtpUrl: undefined, from: MAIL_FROM || `no-reply@${new URL(appUrl).hostname}` }
  if (!/^smtps?:\/\//.test(SMTP_URL) || !URL.canParse(SMTP_URL) || !new URL(SMTP_URL).hostname)
    throw new Error('SMTP_URL must be like smtps://user:password@mail.example.com.')
  if (!MAIL_FROM) throw new Error('MAIL_FROM is missing: set it along with SMTP_URL.')
  return { smtpUrl: SMTP_URL, from: MAIL_FROM }
}

/** An address, or a name followed by an address in angle brackets. */
function isSender(text: string): boolean {
  const [, address = text] = /^[^\p{Cc}<>@,;:"]*<([^<>]*)>$/u.exec(text) ?? []
  return validateEmail(address) === undefined && address === address.trim()
}

function readOrderWebhookSettings(variables: Variables): Env['orderWebhook'] {
  const url = readUrl(variables, 'ORDER_WEBHOOK_URL')
  const secret = variables.ORDER_WEBHOOK_SECRET || undefined
  if (!url && !secret) return undefined
  if (!url || !secret)
    throw new Error('ORDER_WEBHOOK_URL and ORDER_WEBHOOK_SECRET are set together, or not at all.')
  if (secret.length < minSecretLength)
    throw new Error(`ORDER_WEBHOOK_SECRET must have at least ${minSecretLength} characters.`)
  return { url, secret }
}

/** Characters; a shorter secret can be guessed from one event and its signature. */
const minSecretLength = 16

/** The shop's coupons (docs/product.md, Coupons). An empty setting switches its coupon off. */
const readCouponNames = (variables: Variables): CouponNames => ({
  newCustomer: variables.NEW_CUSTOMER_COUPON?.trim() || null,
  promo: (variables.PROMO_COUPON ?? 'FROMIDAWITHLOVE').trim() || null,
  springDeal: (variables.SPRING_DEAL_COUPON ?? 'SPRINGDEAL').trim() || null,
  summerDeal: (variables.SUMMER_DEAL_COUPON ?? 'SUMMERDEAL').trim() || null,
})

function readCountSource({ POPULAR_COUNTS }: Variables): CountSource {
  const source = countSource.safeParse(POPULAR_COUNTS || 'orders')
  if (!source.success) throw new Error('POPULAR_COUNTS must be orders, range or off.')
  return source.data
}

function readPurchaseGoalId({ PURCHASE_GOAL_ID: id }: Variables): string | undefined {
  if (id && !/^\d{1,20}$/.test(id)) throw new Error('PURCHASE_GOAL_ID must be a whole number.')
  return id || undefined
}

function readSwitch(variables: Variables, name: string, defaultValue = 'on'): boolean {
  const value = variables[name] || defaultValue
  if (value !== 'on' && value !== 'off') throw new Error(`${name} must be on or off.`)
  return value === 'on'
}

/** Rejects typing errors: a wrong number of proxies would let callers choose their address. */
function readInteger(variables: Variables, name: string, defaultValue: number): number {
  const value = variables[name] || String(defaultValue)
  if (!/^\d{1,5}$/.test(value)) throw new Error(`${name} must be a whole number.`)
  return Number(value)
}

/** Rejects 0 days: photos would be deleted before they are reviewed. */
function readDays(variables: Variables, name: string, defaultValue: number): number {
  const value = readInteger(variables, name, defaultValue)
  if (value === 0) throw new Error(`${name} must be at least 1.`)
  return value
}

function readUrl(variables: Variables, name: string): string | undefined {
  const url = variables[name]
  if (!url) return undefined
  if (!/^https?:\/\//.test(url) || !URL.canParse(url) || hasCredentials(url))
    throw new Error(`${name} must be an address such as https://checkout.example.com.`)
  return url
}

/** `fetch` refuses URLs with credentials, and the log would contain them. */
function hasCredentials(url: string): boolean {
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

function readPaymentsMode({ PAYMENTS, NODE_ENV, STRIPE_SECRET_KEY }: Variables): Env['payments'] {
  if (PAYMENTS && PAYMENTS !== 'sandbox' && PAYMENTS !== 'live')
    throw new Error('PAYMENTS must be sandbox or live.')
  return (PAYMENTS ||
    (STRIPE_SECRET_KEY || NODE_ENV === 'production' ? 'live' : 'sandbox')) as Env['payments']
}

/** The sandbox's port unless SANDBOX_URL is set. */
export const defaultSandboxPort = 4100

const readSandboxUrl = ({ SANDBOX_URL }: Variables): string =>
  SANDBOX_URL || `http://127.0.0.1:${defaultSandboxPort}`

const buildSandboxStripeKeys = (variables: Variables): Env['stripe'] => ({
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
  apiBase: readSandboxUrl(variables),
})

function readLiveStripeKeys(variables: Variables): Env['stripe'] {
  const readRequired = (name: string): string => {
    const value = variables[name]
    if (!value)
      throw new Error(`${name} is missing: set it, or PAYMENTS=sandbox to try things out.`)
    return value
  }
  return {
    secretKey: readRequired('STRIPE_SECRET_KEY'),
    publishableKey: readRequired('STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: readRequired('STRIPE_WEBHOOK_SECRET'),
    apiBase: readLoopbackUrl(variables, 'STRIPE_API_BASE'),
  }
}

const buildSandboxPaypal = (variables: Variables): Paypal => ({
  clientId: 'sandbox-client',
  secret: 'sandbox-secret',
  webhookId: 'sandbox-webhook',
  apiBase: readSandboxUrl(variables),
})

/** PayPal's own sandbox, which has its own keys. */
export const paypalSandboxUrl = 'https://api-m.sandbox.paypal.com'

/** With partial settings PayPal would take money but its events could not be verified. */
function readLivePaypal(variables: Variables): Paypal | undefined {
  const { PAYPAL_CLIENT_ID, PAYPAL_SECRET, PAYPAL_WEBHOOK_ID, PAYPAL_API_BASE } = variables
  if (!PAYPAL_CLIENT_ID && !PAYPAL_SECRET && !PAYPAL_WEBHOOK_ID) return undefined
  if (!PAYPAL_CLIENT_ID || !PAYPAL_SECRET || !PAYPAL_WEBHOOK_ID)
    throw new Error(
      'PAYPAL_CLIENT_ID, PAYPAL_SECRET and PAYPAL_WEBHOOK_ID are set together, or not at all.',
    )
  const isPaypalSandbox =
    PAYPAL_API_BASE === paypalSandboxUrl && variables.NODE_ENV !== 'production'
  return {
    clientId: PAYPAL_CLIENT_ID,
    secret: PAYPAL_SECRET,
    webhookId: PAYPAL_WEBHOOK_ID,
    apiBase: isPaypalSandbox ? PAYPAL_API_BASE : readLoopbackUrl(variables, 'PAYPAL_API_BASE'),
  }
}

/** Another API host is for tests and must be this machine: it receives the secret key. */
function readLoopbackUrl(variables: Variables, name: string): string | undefined {
  const url = readUrl(variables, name)
  if (!url) return undefined
  const { hostname } = new URL(url)
  if (hostname !== '127.0.0.1' && hostname !== 'localhost' && hostname !== '[::1]')
    throw new Error(`${name} may only name this machine.`)
  return url
}
