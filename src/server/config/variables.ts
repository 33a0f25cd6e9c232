import * as z from 'zod'
import { countSource } from '@/contract/popular-countries'
import {
  address,
  apiBase,
  baseAddress,
  couponName,
  days,
  emailAddress,
  host,
  keys,
  oneOf,
  onOff,
  port,
  publicDsn,
  rate,
  scriptAddress,
  scriptHosts,
  sender,
  smtpUrl,
  statementDescriptor,
  text,
  timeOfDay,
  wholeNumber,
} from '@/server/config/variable-types'

/** The sandbox's port unless SANDBOX_URL is set. */
export const defaultSandboxPort = 4100

/** The folder, in the data folder, of mails without an SMTP server. */
export const mailFolder = 'mail'

/** PayPal's own sandbox, which has its own keys. */
export const paypalSandboxUrl = 'https://api-m.sandbox.paypal.com'

/** Characters; a shorter secret can be guessed from one event and its signature. */
const minSecretLength = 16

/** Characters of the operators' key: it opens every order and its photos. */
const minKeyLength = 32

/** Every variable with its type and default; docs/configuration.md explains each. */
const shape = z.object({
  NODE_ENV: z.string().optional(),
  PORT: port.default(3_000),
  HOST: z.string().optional(),
  APP_URL: baseAddress.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: text(
    /^postgres(?:ql)?:\/\//,
    'must begin with postgres:// or postgresql://.',
  ).optional(),
  API_KEY: keys(/./, 'must not be blank.').default(['demo']),
  OPERATOR_KEY: keys(
    new RegExp(`^.{${minKeyLength},}$`),
    `must have at least ${minKeyLength} characters; a blank separates two keys.`,
  ).optional(),
  TRUSTED_PROXIES: wholeNumber.default(0),
  COUNTRY_HEADER: z.string().toLowerCase().optional(),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),

  PAYMENTS: oneOf(['sandbox', 'live']).optional(),
  SANDBOX_URL: address.default(`http://127.0.0.1:${defaultSandboxPort}`),
  STRIPE_SECRET_KEY: text(
    /^[sr]k_/,
    'must be a secret or restricted key, which begins with sk_ or rk_.',
  ).optional(),
  // Every browser sees this key: a secret key here would be exposed.
  STRIPE_PUBLISHABLE_KEY: text(
    /^pk_/,
    'must be the publishable key, which begins with pk_.',
  ).optional(),
  STRIPE_WEBHOOK_SECRET: keys(
    /^whsec_/,
    'must be the signing secret of the webhook, which begins with whsec_.',
  ).optional(),
  STRIPE_API_BASE: apiBase().optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  PAYPAL_API_BASE: apiBase(paypalSandboxUrl).optional(),
  STATEMENT_DESCRIPTOR: statementDescriptor.optional(),
  SUBSCRIPTIONS: onOff.default(true),
  FOREIGN_CHARGES: oneOf(['report', 'ignore']).default('report'),
  RECOVERY_MAILS: onOff.default(true),
  COURIER_CUTOFF: timeOfDay.default('24:00'),

  SITE_URL: baseAddress.optional(),
  SELLER_NAME: z.string().optional(),
  SELLER_ADDRESS: z.string().optional(),
  SELLER_EMAIL: emailAddress.optional(),
  SELLER_PHONE: text(
    /^\+\d[\d ().-]{5,24}$/,
    'must be a phone number such as +1 503 555 0143.',
  ).optional(),
  CMS_URL: address.optional(),
  PROMO_COUPON: couponName.default('FROMIDAWITHLOVE'),
  NEW_CUSTOMER_COUPON: couponName.default(null),
  SPRING_DEAL_COUPON: couponName.default('SPRINGDEAL'),
  SUMMER_DEAL_COUPON: couponName.default('SUMMERDEAL'),
  POPULAR_COUNTS: oneOf(countSource.options).default('orders'),
  MIRROR_HOST: host.optional(),
  LINK_CHECKER: onOff.default(false),

  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ENDPOINT: address.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  PHOTO_DAYS_ABANDONED: days.default(30),
  PHOTO_DAYS_PAID: days.default(90),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: sender.optional(),
  ORDER_WEBHOOK_URL: address.optional(),
  ORDER_WEBHOOK_SECRET: keys(
    new RegExp(`^.{${minSecretLength},}$`),
    `must have at least ${minSecretLength} characters; a blank separates two secrets.`,
  ).optional(),

  // The default shares of faults and of timed requests are explained in docs/product.md, Reporting.
  SENTRY_DSN: publicDsn.optional(),
  SENTRY_SAMPLE: rate.default(0.1),
  SENTRY_TRACING: rate.default(0.01),
  PURCHASE_GOAL_ID: text(/^\d{1,20}$/, 'must be a whole number.').optional(),
  GTM_ID: text(/^GTM-[A-Z0-9]{4,12}$/, 'must be like GTM-ABC1234.')
    .transform(id => `https://www.googletagmanager.com/gtm.js?id=${id}`)
    .optional(),
  CHAT_SCRIPT_URL: scriptAddress.optional(),
  REVIEWS_SCRIPT_URL: scriptAddress.optional(),
  REFERRAL_SCRIPT_URL: scriptAddress.optional(),
  TESTING_SCRIPT_URL: scriptAddress.optional(),
  SCRIPT_HOSTS: scriptHosts.default([]),
})

/** The variables of third-party scripts. */
const scripts = [
  'GTM_ID',
  'CHAT_SCRIPT_URL',
  'REVIEWS_SCRIPT_URL',
  'REFERRAL_SCRIPT_URL',
  'TESTING_SCRIPT_URL',
] as const

type Name = keyof typeof shape.shape

/** The variables with their types and defaults. */
export type Variables = z.infer<typeof shape>

/** A live shop takes money unless the keys are test keys. */
export const isLive = ({ PAYMENTS, STRIPE_SECRET_KEY, NODE_ENV }: Variables): boolean =>
  PAYMENTS ? PAYMENTS === 'live' : Boolean(STRIPE_SECRET_KEY) || NODE_ENV === 'production'

export const isLiveKey = (key = ''): boolean => /^[srp]k_live_/.test(key)
const isTestKey = (key = ''): boolean => /^[srp]k_test_/.test(key)

/**
 * A production server with live keys: reached by customers and by webhooks, unlike a developer's
 * machine.
 */
const canTakeRealMoney = ({ NODE_ENV, PAYMENTS, STRIPE_SECRET_KEY }: Variables): boolean =>
  NODE_ENV === 'production' && PAYMENTS !== 'sandbox' && isLiveKey(STRIPE_SECRET_KEY)

/** A rule over several variables; the message belongs to one, which has no mistake of its own. */
const rule = (name: Name, isBroken: (variables: Variables) => boolean, message: string) =>
  z.refine<Variables>(variables => !isBroken(variables), {
    path: [name],
    error: message,
    // Without this, rules would only be checked once every variable is right by itself.
    when: ({ issues }) => !issues.some(({ path }) => path?.[0] === name),
  })

/** A variable that others need. */
const needed = (
  name: Name,
  others: readonly Name[],
  message: string,
  isUsed = (_: Variables) => true,
) =>
  rule(
    name,
    variables => isUsed(variables) && !variables[name] && others.some(other => variables[other]),
    `is missing: ${message}`,
  )

/** Refuses an incomplete group: it would fail only for the first customer who needs it. */
const together = (names: readonly Name[], isUsed?: (variables: Variables) => boolean) => {
  const list = new Intl.ListFormat('en-GB').format(names)
  return names.map(name => needed(name, names, `${list} are set together, or not at all.`, isUsed))
}

const stripeKeys = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
const apiBases = ['STRIPE_API_BASE', 'PAYPAL_API_BASE'] as const
const s3Keys = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** The environment: every variable, and the rules over several of them. */
export const environment = shape.check(
  ...stripeKeys.map(name =>
    rule(
      name,
      variables => isLive(variables) && !variables[name],
      'is missing: set it, or PAYMENTS=sandbox to try things out.',
    ),
  ),
  rule(
    'PAYMENTS',
    ({ PAYMENTS, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY }) =>
      PAYMENTS === 'sandbox' && [STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY].some(isLiveKey),
    'must not be sandbox: PAYMENTS=sandbox takes no money. Remove it, or the live Stripe keys.',
  ),
  rule(
    'STRIPE_PUBLISHABLE_KEY',
    ({ STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }) =>
      (isLiveKey(secret) && isTestKey(publishable)) ||
      (isTestKey(secret) && isLiveKey(publishable)),
    'and STRIPE_SECRET_KEY are of two kinds: both must be live keys, or both test keys.',
  ),
  rule(
    'APP_URL',
    variables => canTakeRealMoney(variables) && !variables.APP_URL?.startsWith('https://'),
    'is missing or not https: with live Stripe keys it must be the https address.',
  ),
  ...apiBases.map(name =>
    rule(
      name,
      variables => canTakeRealMoney(variables) && variables[name] !== undefined,
      'is for tests: remove it where live Stripe keys are.',
    ),
  ),
  rule(
    'PAYPAL_API_BASE',
    variables =>
      isLive(variables) &&
      variables.NODE_ENV === 'production' &&
      variables.PAYPAL_API_BASE === paypalSandboxUrl,
    'may only name this machine.',
  ),
  // With partial settings PayPal would take money but its events could not be verified.
  ...together(['PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID'], isLive),
  rule(
    'METRICS_PORT',
    ({ METRICS_PORT, PORT }) => METRICS_PORT === PORT,
    'is the port of the app: it must be another one.',
  ),
  needed(
    'S3_BUCKET',
    ['S3_REGION', 'S3_ENDPOINT', ...s3Keys],
    'the other S3 settings mean nothing without it.',
  ),
  needed('S3_REGION', ['S3_BUCKET'], 'set it along with S3_BUCKET.'),
  ...together(s3Keys),
  // A server without a sender would refuse the first customer's confirmation.
  needed('MAIL_FROM', ['SMTP_URL'], 'set it along with SMTP_URL.'),
  ...together(['ORDER_WEBHOOK_URL', 'ORDER_WEBHOOK_SECRET']),
  ...together(['SELLER_NAME', 'SELLER_ADDRESS']),
  needed('SELLER_NAME', ['SELLER_EMAIL', 'SELLER_PHONE'], 'set it along with the contact.'),
  rule(
    'SCRIPT_HOSTS',
    variables => variables.SCRIPT_HOSTS.length > 0 && !scripts.some(name => variables[name]),
    'mean nothing without one of the scripts they are for.',
  ),
  // Search engines would drop every page.
  rule(
    'MIRROR_HOST',
    ({ MIRROR_HOST, APP_URL = '' }) =>
      URL.canParse(APP_URL) && new URL(APP_URL).host === MIRROR_HOST,
    'is the host of APP_URL: it must be another one.',
  ),
)
