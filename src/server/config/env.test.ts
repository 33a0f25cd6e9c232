import { describe, expect, it } from 'vitest'
import { readEnv } from '@/server/config/env'

const sandbox = { PAYMENTS: 'sandbox' }

describe('the configuration', () => {
  it('has a default for every setting', () => {
    expect(readEnv({})).toMatchObject({
      port: 3000,
      appUrl: 'http://localhost:3000',
      payments: 'sandbox',
      trustedProxies: 0,
      coupons: {
        newCustomer: null,
        promo: 'FROMIDAWITHLOVE',
        springDeal: 'SPRINGDEAL',
        summerDeal: 'SUMMERDEAL',
      },
    })
  })

  it.each([
    ['PROMO_COUPON', 'promo'],
    ['SPRING_DEAL_COUPON', 'springDeal'],
    ['SUMMER_DEAL_COUPON', 'summerDeal'],
    ['NEW_CUSTOMER_COUPON', 'newCustomer'],
  ] as const)('%s names another coupon, and an empty value switches it off', (name, couponKey) => {
    expect(readEnv({ [name]: 'OTHER' }).coupons[couponKey]).toBe('OTHER')
    for (const blank of ['', ' ']) expect(readEnv({ [name]: blank }).coupons[couponKey]).toBe(null)
  })

  it.each([
    ['TRUSTED_PROXIES', 'one'],
    ['TRUSTED_PROXIES', '-1'],
    ['TRUSTED_PROXIES', '1.5'],
    ['PORT', '80a'],
    ['PURCHASE_GOAL_ID', 'purchase'],
    ['APP_URL', 'shop.example'],
    ['APP_URL', 'ftp://shop.example'],
    ['CMS_URL', 'content.example/countries'],
    ['CMS_URL', 'https://user:password@content.example/'],
    ['CMS_URL', 'file:///etc/countries.json'],
    ['PAYMENTS', 'maybe'],
    ['STRIPE_SECRET_KEY', 'sk_live_1'],
    ['POPULAR_COUNTS', 'many'],
  ])('rejects %s=%s with a message that names the setting', (name, value) => {
    expect(() => readEnv({ ...sandbox, [name]: value })).toThrow(
      /PAYMENTS|APP_URL|CMS_URL|PORT|TRUSTED|POPULAR_COUNTS|PURCHASE_GOAL_ID/,
    )
  })

  it('requires the Stripe keys in production', () => {
    expect(() => readEnv({ NODE_ENV: 'production' })).toThrow('STRIPE_SECRET_KEY')
  })

  it('accepts no other host for the live key', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    }
    expect(readEnv(keys).payments).toBe('live')
    expect(() => readEnv({ ...keys, STRIPE_API_BASE: 'https://elsewhere.example' })).toThrow(
      'STRIPE_API_BASE',
    )
  })

  describe('of PayPal', () => {
    const stripe = {
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    }
    const paypal = { PAYPAL_CLIENT_ID: 'client', PAYPAL_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'WH' }

    it('can be left out', () => {
      expect(readEnv(stripe).paypal).toBeUndefined()
      expect(readEnv({ ...stripe, ...paypal }).paypal).toEqual({
        clientId: 'client',
        secret: 'secret',
        webhookId: 'WH',
        apiBase: undefined,
      })
    })

    it.each(Object.keys(paypal))('is refused without %s', name => {
      expect(() => readEnv({ ...stripe, ...paypal, [name]: '' })).toThrow(
        'PAYPAL_CLIENT_ID, PAYPAL_SECRET and PAYPAL_WEBHOOK_ID are set together, or not at all.',
      )
    })

    it('accepts only PayPal and this machine as API host', () => {
      const readApiBase = (PAYPAL_API_BASE: string, NODE_ENV = '') =>
        readEnv({ ...stripe, ...paypal, PAYPAL_API_BASE, NODE_ENV, APP_URL: 'https://a.example' })
          .paypal?.apiBase
      expect(readApiBase('http://127.0.0.1:4100')).toBe('http://127.0.0.1:4100')
      expect(readApiBase('https://api-m.sandbox.paypal.com')).toBe(
        'https://api-m.sandbox.paypal.com',
      )
      expect(() => readApiBase('https://api-m.sandbox.paypal.com', 'production')).toThrow(
        'PAYPAL_API_BASE',
      )
      expect(() => readApiBase('https://elsewhere.example')).toThrow('PAYPAL_API_BASE')
      expect(() => readApiBase('elsewhere')).toThrow('PAYPAL_API_BASE')
    })
  })

  it('has a default sender without a mail server', () => {
    expect(readEnv({ APP_URL: 'https://shop.example' }).mail).toEqual({
      smtpUrl: undefined,
      from: 'no-reply@shop.example',
    })
  })

  it.each(['orders@shop.example', 'Permits <orders@shop.example>', 'Führerscheine <a@b.de>'])(
    'accepts the sender %s',
    from => {
      const smtpUrl = 'smtps://user:pass%40word@mail.example:465'
      expect(readEnv({ SMTP_URL: smtpUrl, MAIL_FROM: from }).mail).toEqual({ smtpUrl, from })
    },
  )

  it.each([
    ['a mail server without a sender', { SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM is missing'],
    [
      'a mail server with another protocol',
      { SMTP_URL: 'https://a.example', MAIL_FROM: 'a@b.co' },
      'SMTP_URL',
    ],
    ['a mail server without a name', { SMTP_URL: 'smtp://', MAIL_FROM: 'a@b.co' }, 'SMTP_URL'],
    ['a sender without an @', { MAIL_FROM: 'orders' }, 'MAIL_FROM'],
    ['two senders', { MAIL_FROM: 'a@b.co, c@d.co' }, 'MAIL_FROM'],
    ['a sender with a line break', { MAIL_FROM: 'A\nBcc: c@d.co <a@b.co>' }, 'MAIL_FROM'],
    [
      'an order webhook without a secret',
      { ORDER_WEBHOOK_URL: 'https://a.example' },
      'ORDER_WEBHOOK_SECRET',
    ],
    [
      'a webhook secret without a URL',
      { ORDER_WEBHOOK_SECRET: 'a-secret-of-the-shop' },
      'ORDER_WEBHOOK_URL',
    ],
    [
      'a second secret that is too short',
      {
        ORDER_WEBHOOK_URL: 'https://a.example',
        ORDER_WEBHOOK_SECRET: 'a-secret-of-the-shop short',
      },
      'ORDER_WEBHOOK_SECRET',
    ],
    ['a blank site key', { API_KEY: ' ' }, 'API_KEY'],
    [
      'a secret that is too short',
      { ORDER_WEBHOOK_URL: 'https://a.example', ORDER_WEBHOOK_SECRET: 'short' },
      'ORDER_WEBHOOK_SECRET',
    ],
  ])('is refused with %s', (_, variables, expected) => {
    expect(() => readEnv({ ...sandbox, ...variables })).toThrow(expected)
  })

  it('has an order webhook only if both settings are set', () => {
    const [url, secret] = ['https://a.example/orders', 'a-secret-of-the-shop']
    const variables = { ORDER_WEBHOOK_URL: url, ORDER_WEBHOOK_SECRET: secret }
    expect(readEnv(variables).orderWebhook).toEqual({ url, secrets: [secret] })
    expect(readEnv({}).orderWebhook).toBeUndefined()
  })
})
