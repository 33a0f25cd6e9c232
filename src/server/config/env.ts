import { resolve } from 'node:path'
import { environment, isLive, type Variables } from '@/server/config/variables'

/** The settings, read once at start; docs/configuration.md explains each. */
export type Env = ReturnType<typeof buildEnv>

export type Paypal = NonNullable<Env['paypal']>
export type ThirdPartyScripts = Env['thirdParty']['scripts']
export type ErrorReporterSettings = NonNullable<Env['thirdParty']['errorReporting']>

/**
 * Reads the environment. Throws if a setting is invalid or would make payments unsafe: one sentence
 * for the operator per mistake, each on its own line, which names the variable and never its value.
 */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const result = environment.safeParse(dropEmpty(variables))
  if (result.success) return buildEnv(result.data)
  throw new Error(
    result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'),
  )
}

/** An empty variable counts as not set; only an empty coupon switches a default off. */
const dropEmpty = (variables: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(variables).filter(([name, value]) => value || name.endsWith('_COUPON')),
  )

function buildEnv(variables: Variables) {
  const appUrl = variables.APP_URL ?? `http://localhost:${variables.PORT}`
  return {
    port: variables.PORT,
    /** The address to listen on; undefined for all of the machine. */
    host: variables.HOST,
    dataDir: resolve(/* turbopackIgnore: true */ variables.DATA_DIR),
    databaseUrl: variables.DATABASE_URL,
    appUrl,
    /** The public site keys that calls may carry; pages have the first. */
    apiKeys: variables.API_KEY,
    /** The bearer keys of the operators' calls; undefined: the shop has no such calls. */
    operatorKeys: variables.OPERATOR_KEY,
    siteUrl: variables.SITE_URL,
    /** Who sells, for footers and the help page; undefined: not said. */
    seller: buildSeller(variables),
    cmsUrl: variables.CMS_URL,
    trustedProxies: variables.TRUSTED_PROXIES,
    countryHeader: variables.COUNTRY_HEADER,
    /** Names of the shop's own coupons (docs/product.md, Coupons); null: none. */
    coupons: {
      /** Applied automatically: to new customers, and to all. */
      newCustomer: variables.NEW_CUSTOMER_COUPON,
      promo: variables.PROMO_COUPON,
      /** The coupons of the spring and summer deals. */
      springDeal: variables.SPRING_DEAL_COUPON,
      summerDeal: variables.SUMMER_DEAL_COUPON,
    },
    /** The source of the popular-country card's numbers. */
    popularCounts: variables.POPULAR_COUNTS,
    /** The storage of photos; undefined: the data folder. */
    s3: buildS3(variables),
    /**
     * Mails are sent through an SMTP server, or written to files without one. `from` is the sender.
     */
    mail: {
      smtpUrl: variables.SMTP_URL,
      from: variables.MAIL_FROM ?? `no-reply@${new URL(appUrl).hostname}`,
    },
    /** The operator's system that receives orders; undefined: none. */
    orderWebhook: buildOrderWebhook(variables),
    /** Whether other systems charge through the shop's Stripe account. */
    ignoresForeignCharges: variables.FOREIGN_CHARGES === 'ignore',
    /** Whether auto-renewal is offered. */
    hasSubscriptions: variables.SUBSCRIPTIONS,
    /** Whether customers who agreed to mails are reminded of an order that is not paid. */
    hasRecoveryMails: variables.RECOVERY_MAILS,
    /** Orders and photos before it leave on the next working day; `HH:MM` in UTC. */
    courierCutoff: variables.COURIER_CUTOFF,
    /** Days after which photos and answers are erased: of unpaid and of paid orders. */
    photoDays: { abandoned: variables.PHOTO_DAYS_ABANDONED, paid: variables.PHOTO_DAYS_PAID },
    /** Whether the link checker is on. */
    hasLinkChecker: variables.LINK_CHECKER,
    /** Third-party services besides the payment providers. All are off by default. */
    thirdParty: buildThirdParty(variables),
    /** The testing service's goal of a purchase; undefined: none. */
    purchaseGoalId: variables.PURCHASE_GOAL_ID,
    /** Where metrics are served; undefined: nowhere. */
    metrics: variables.METRICS_PORT
      ? { port: variables.METRICS_PORT, host: variables.METRICS_HOST }
      : undefined,
    logLevel: variables.LOG_LEVEL,
    payments: isLive(variables) ? ('live' as const) : ('sandbox' as const),
    sandboxUrl: variables.SANDBOX_URL,
    /** The shop's name on customers' statements; undefined: only what the providers' accounts say. */
    statementDescriptor: variables.STATEMENT_DESCRIPTOR,
    stripe: buildStripe(variables),
    /** Undefined: PayPal is not offered. */
    paypal: buildPaypal(variables),
  }
}

function buildSeller({ SELLER_NAME: name, SELLER_ADDRESS: address, ...variables }: Variables) {
  if (!name || !address) return undefined
  return {
    name,
    address,
    email: variables.SELLER_EMAIL ?? null,
    phone: variables.SELLER_PHONE ?? null,
  }
}

function buildS3({ S3_BUCKET, S3_REGION, ...variables }: Variables) {
  if (!S3_BUCKET || !S3_REGION) return undefined
  return {
    bucket: S3_BUCKET,
    region: S3_REGION,
    endpoint: variables.S3_ENDPOINT,
    accessKeyId: variables.S3_ACCESS_KEY_ID,
    secretAccessKey: variables.S3_SECRET_ACCESS_KEY,
  }
}

const buildOrderWebhook = ({ ORDER_WEBHOOK_URL: url, ORDER_WEBHOOK_SECRET: secrets }: Variables) =>
  url && secrets ? { url, secrets } : undefined

function buildThirdParty(variables: Variables) {
  const { SENTRY_DSN: dsn, SENTRY_SAMPLE: sample, SENTRY_TRACING: tracing } = variables
  /** URLs of third-party scripts by purpose; undefined: none. `gtm` is the tag manager. */
  const scripts = {
    gtm: variables.GTM_ID,
    chat: variables.CHAT_SCRIPT_URL,
    reviews: variables.REVIEWS_SCRIPT_URL,
    referral: variables.REFERRAL_SCRIPT_URL,
    testing: variables.TESTING_SCRIPT_URL,
  }
  const scriptOrigins = Object.values(scripts).flatMap(url => (url ? new URL(url).origin : []))
  return {
    /**
     * The destination of error reports, with the public key only, because browsers see it. Shares
     * of the faults (`sample`) and of the timed requests (`tracing`), 0 to 1.
     */
    errorReporting: dsn ? { dsn, sample, tracing } : undefined,
    scripts,
    /** Hosts for the policy of a page with scripts: the scripts' own, and `SCRIPT_HOSTS`. */
    hosts: [...new Set([...scriptOrigins, ...variables.SCRIPT_HOSTS])],
    /** A second host name of this shop, which search engines should not list. */
    mirrorHost: variables.MIRROR_HOST,
  }
}

/** A live shop has all three keys: the rules of the environment require them. */
const buildStripe = (variables: Variables) =>
  isLive(variables)
    ? {
        secretKey: variables.STRIPE_SECRET_KEY ?? '',
        publishableKey: variables.STRIPE_PUBLISHABLE_KEY ?? '',
        webhookSecrets: variables.STRIPE_WEBHOOK_SECRET ?? [],
        apiBase: variables.STRIPE_API_BASE,
      }
    : {
        secretKey: 'sk_test_sandbox',
        publishableKey: 'pk_test_sandbox',
        webhookSecrets: ['whsec_sandbox'],
        apiBase: variables.SANDBOX_URL,
      }

/** `webhookId` is PayPal's id of the webhook, part of the signature of its events. */
function buildPaypal(variables: Variables) {
  if (!isLive(variables))
    return {
      clientId: 'sandbox-client',
      secret: 'sandbox-secret',
      webhookId: 'sandbox-webhook',
      apiBase: variables.SANDBOX_URL,
    }
  const { PAYPAL_CLIENT_ID, PAYPAL_SECRET, PAYPAL_WEBHOOK_ID, PAYPAL_API_BASE } = variables
  if (!PAYPAL_CLIENT_ID || !PAYPAL_SECRET || !PAYPAL_WEBHOOK_ID) return undefined
  return {
    clientId: PAYPAL_CLIENT_ID,
    secret: PAYPAL_SECRET,
    webhookId: PAYPAL_WEBHOOK_ID,
    apiBase: PAYPAL_API_BASE,
  }
}
