import { resolve } from 'node:path'

/** What an operator can set; read once at start. The README's table explains each. */
export interface Env {
  port: number
  dataDir: string
  databaseUrl: string | undefined
  appUrl: string
  apiKey: string
  siteUrl: string | undefined
  cdnHost: string | undefined
  trustedProxies: number
  countryHeader: string | undefined
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

type Variables = Record<string, string | undefined>

/** Reads the environment; throws a sentence when it cannot be meant, or would make payments unsafe. */
export function readEnv(variables: Variables): Env {
  const port = wholeNumber(variables, 'PORT', 3_000)
  const payments = paymentsMode(variables)
  return {
    port,
    dataDir: resolve(/* turbopackIgnore: true */ variables.DATA_DIR || '.data'),
    databaseUrl: variables.DATABASE_URL || undefined,
    appUrl: originIn(variables) ?? `http://localhost:${port}`,
    apiKey: variables.API_KEY || 'demo',
    siteUrl: variables.SITE_URL?.replace(/\/$/, '') || undefined,
    cdnHost: variables.CDN_HOST || undefined,
    trustedProxies: wholeNumber(variables, 'TRUSTED_PROXIES', 0),
    countryHeader: variables.COUNTRY_HEADER?.toLowerCase() || undefined,
    logLevel: variables.LOG_LEVEL || 'info',
    payments,
    sandboxUrl: variables.SANDBOX_URL || 'http://127.0.0.1:4100',
    stripe: payments === 'sandbox' ? sandboxKeys(variables) : liveKeys(variables),
  }
}

/** A slip must not be read as something else: a wrong number of proxies lets callers choose their address. */
function wholeNumber(variables: Variables, name: string, otherwise: number): number {
  const value = variables[name] || String(otherwise)
  if (!/^\d{1,5}$/.test(value)) throw new Error(`${name} must be a whole number.`)
  return Number(value)
}

function originIn({ APP_URL }: Variables): string | undefined {
  if (!APP_URL) return undefined
  if (!/^https?:\/\//.test(APP_URL) || !URL.canParse(APP_URL))
    throw new Error('APP_URL must be an address such as https://checkout.example.com.')
  return APP_URL.replace(/\/$/, '')
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
