import { describe, expect, it } from 'vitest'
import { readEnv } from '@/server/env'

const sandbox = { PAYMENTS: 'sandbox' }

describe('the configuration', () => {
  it('needs nothing to try things out', () => {
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
  ] as const)('%s names another coupon, and set to nothing turns it off', (name, own) => {
    expect(readEnv({ [name]: 'OTHER' }).coupons[own]).toBe('OTHER')
    for (const nothing of ['', ' ']) expect(readEnv({ [name]: nothing }).coupons[own]).toBe(null)
  })

  it.each([
    ['TRUSTED_PROXIES', 'one'],
    ['TRUSTED_PROXIES', '-1'],
    ['TRUSTED_PROXIES', '1.5'],
    ['PORT', '80a'],
    ['APP_URL', 'shop.example'],
    ['APP_URL', 'ftp://shop.example'],
    ['CMS_URL', 'content.example/countries'],
    ['CMS_URL', 'https://user:password@content.example/'],
    ['CMS_URL', 'file:///etc/countries.json'],
    ['PAYMENTS', 'maybe'],
    ['STRIPE_SECRET_KEY', 'sk_live_1'],
    ['POPULAR_COUNTS', 'many'],
  ])('is refused in a sentence that names it: %s=%s', (name, value) => {
    expect(() => readEnv({ ...sandbox, [name]: value })).toThrow(
      /PAYMENTS|APP_URL|CMS_URL|PORT|TRUSTED|POPULAR_COUNTS/,
    )
  })

  it('in production takes no money without keys', () => {
    expect(() => readEnv({ NODE_ENV: 'production' })).toThrow('STRIPE_SECRET_KEY')
  })

  it('sends the live key to no other machine', () => {
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
})
