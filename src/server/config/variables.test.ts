import { describe, expect, it } from 'vitest'
import { readEnv } from '@/server/config/env'
import { environment } from '@/server/config/variables'

const liveEnv = {
  NODE_ENV: 'production',
  APP_URL: 'https://checkout.example.com',
  STRIPE_SECRET_KEY: 'sk_live_secretvalue',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_shownvalue',
  STRIPE_WEBHOOK_SECRET: 'whsec_hookvalue',
}
const paypal = {
  PAYPAL_CLIENT_ID: 'clientvalue',
  PAYPAL_SECRET: 'paypalvalue',
  PAYPAL_WEBHOOK_ID: 'hookidvalue',
}
const s3 = { S3_BUCKET: 'bucketvalue', S3_REGION: 'eu-central-1' }

/** The message in the log; empty for a valid environment. */
const readErrorMessage = (variables: Record<string, string | undefined>): string => {
  try {
    readEnv(variables)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('the name on statements', () => {
  it.each(['IDP CHECKOUT', 'permits', 'idp24.example', 'A-1 Permits'])('may be %j', name => {
    expect(readEnv({ STATEMENT_DESCRIPTOR: name }).statementDescriptor).toBe(name)
  })

  it.each(['IDPs', 'INTERNATIONAL IDP', '12345', 'IDP*CHECKOUT', 'ID <shop>', 'Führer', ' IDP 24'])(
    'may not be %j: a provider would refuse or cut it',
    name => {
      expect(readErrorMessage({ STATEMENT_DESCRIPTOR: name })).toMatch(
        /^STATEMENT_DESCRIPTOR must have 5 to 14/,
      )
    },
  )

  it('is unknown unless it is set', () => {
    expect(readEnv({}).statementDescriptor).toBeUndefined()
  })
})

describe('a live shop', () => {
  it('starts with only the Stripe keys, and with every setting', () => {
    expect(readErrorMessage(liveEnv)).toBe('')
    const fullEnv = {
      ...liveEnv,
      ...paypal,
      ...s3,
      SMTP_URL: 'smtps://m.example',
      MAIL_FROM: 'a@b.co',
    }
    expect(
      readErrorMessage({ ...fullEnv, DATABASE_URL: 'postgres://user:word@db.example/shop' }),
    ).toBe('')
  })

  it('starts with test keys, also in production mode', () => {
    const testKeys = {
      STRIPE_SECRET_KEY: 'sk_test_secretvalue',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_shownvalue',
      STRIPE_WEBHOOK_SECRET: 'whsec_hookvalue',
    }
    expect(readErrorMessage(testKeys)).toBe('')
    expect(readErrorMessage({ ...testKeys, NODE_ENV: 'production' })).toBe('')
  })

  it.each<[string, Record<string, string | undefined>, string]>([
    ['no secret key', { STRIPE_SECRET_KEY: undefined }, 'STRIPE_SECRET_KEY'],
    ['no publishable key', { STRIPE_PUBLISHABLE_KEY: undefined }, 'STRIPE_PUBLISHABLE_KEY'],
    ['no webhook secret', { STRIPE_WEBHOOK_SECRET: undefined }, 'STRIPE_WEBHOOK_SECRET'],
    ['a live and a test key', { STRIPE_PUBLISHABLE_KEY: 'pk_test_shownvalue' }, 'two kinds'],
    ['a test and a live key', { STRIPE_SECRET_KEY: 'sk_test_secretvalue' }, 'two kinds'],
    ['a secret key shown to browsers', { STRIPE_PUBLISHABLE_KEY: 'sk_live_secretvalue' }, 'pk_'],
    ['a publishable key for the secret', { STRIPE_SECRET_KEY: 'pk_live_shownvalue' }, 'sk_'],
    ['an id for the webhook secret', { STRIPE_WEBHOOK_SECRET: 'we_hookvalue' }, 'whsec_'],
    ['the sandbox beside live keys', { PAYMENTS: 'sandbox' }, 'PAYMENTS=sandbox'],
    [
      'the sandbox beside a restricted live key',
      { PAYMENTS: 'sandbox', STRIPE_SECRET_KEY: 'rk_live_secretvalue' },
      'PAYMENTS=sandbox',
    ],
    ['no APP_URL', { APP_URL: undefined }, 'APP_URL'],
    ['an APP_URL without https', { APP_URL: 'http://checkout.example.com' }, 'APP_URL'],
    ['another Stripe API', { STRIPE_API_BASE: 'http://127.0.0.1:1' }, 'STRIPE_API_BASE'],
    ['another PayPal API', { ...paypal, PAYPAL_API_BASE: 'http://127.0.0.1:1' }, 'PAYPAL_API'],
    ['PayPal without its secret', { ...paypal, PAYPAL_SECRET: undefined }, 'PAYPAL_SECRET'],
    ['PayPal without its webhook', { ...paypal, PAYPAL_WEBHOOK_ID: '' }, 'PAYPAL_WEBHOOK_ID'],
    ['PayPal without its client', { ...paypal, PAYPAL_CLIENT_ID: '' }, 'PAYPAL_CLIENT_ID'],
    ['a mail server without a sender', { SMTP_URL: 'smtps://u:wordvalue@m.example' }, 'MAIL_FROM'],
    ['a bucket without a region', { S3_BUCKET: 'bucketvalue' }, 'S3_REGION'],
    ['a region without a bucket', { S3_REGION: 'eu-central-1' }, 'S3_BUCKET'],
    ['half of S3’s keys', { ...s3, S3_ACCESS_KEY_ID: 'idvalue' }, 'S3_SECRET_ACCESS_KEY'],
    ['a database of another kind', { DATABASE_URL: 'mysql://user:wordvalue@db' }, 'DATABASE_URL'],
    ['half of the order webhook', { ORDER_WEBHOOK_URL: 'https://a.example/' }, 'ORDER_WEBHOOK'],
    ['an invalid switch', { SUBSCRIPTIONS: 'yes' }, 'SUBSCRIPTIONS'],
    ['the main host as mirror', { MIRROR_HOST: 'checkout.example.com' }, 'MIRROR_HOST'],
    ['a tag manager of another kind', { GTM_ID: 'UA-value' }, 'GTM_ID'],
    ['a DSN without a key', { SENTRY_DSN: 'https://reportsvalue.example/1' }, 'SENTRY_DSN'],
    ['a script without https', { CHAT_SCRIPT_URL: 'http://value.example/a.js' }, 'CHAT_SCRIPT_URL'],
  ])(
    'does not start with %s, and the message names the setting but no value',
    (_, change, expected) => {
      const variables = { ...liveEnv, ...change }
      const message = readErrorMessage(variables)
      expect(message).toContain(expected)
      expect(message).toMatch(/^[^\n]+\.$/)
      for (const value of Object.values(variables))
        if (value?.includes('value')) expect(message).not.toContain(value)
    },
  )
})

describe('the message', () => {
  it('names every mistake, of single variables and of several, on a line of its own', () => {
    const message = readErrorMessage({
      ...liveEnv,
      ...paypal,
      APP_URL: 'shop.example',
      LOG_LEVEL: 'loud',
      PHOTO_DAYS_PAID: '0',
      STRIPE_WEBHOOK_SECRET: undefined,
      PAYPAL_SECRET: '',
      S3_REGION: 'eu-central-1',
    })
    expect(message.split('\n')).toEqual([
      'APP_URL must be an address such as https://checkout.example.com.',
      'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent.',
      'PHOTO_DAYS_PAID must be at least 1.',
      'STRIPE_WEBHOOK_SECRET is missing: set it, or PAYMENTS=sandbox to try things out.',
      'PAYPAL_SECRET is missing: PAYPAL_CLIENT_ID, PAYPAL_SECRET and PAYPAL_WEBHOOK_ID are set together, or not at all.',
      'S3_BUCKET is missing: the other S3 settings mean nothing without it.',
    ])
  })

  it.each(Object.keys(environment.shape))('never repeats the value of %s', name => {
    for (const value of ['"hidden value"', 'ftp://hidden:value@a.example', 'sk_live_hidden value'])
      expect(readErrorMessage({ ...liveEnv, [name]: value })).not.toMatch(/hidden|a\.example/)
  })

  it.each(Object.keys(environment.shape))('is the same for an empty %s and without it', name => {
    const { [name]: _, ...others }: Record<string, string> = { ...liveEnv, ...paypal }
    expect(readErrorMessage({ ...others, [name]: '' })).toBe(readErrorMessage(others))
  })
})
