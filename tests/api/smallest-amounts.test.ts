import { beforeAll, describe, expect, it } from 'vitest'
import type { CurrencyCode } from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'
import { toMajor, toMinor } from '@/domain/pricing/money'
import { priceBook } from '@/server/db/seeds/price-book'
import { coupons } from '@/server/db/tables/coupons'
import { listAttempts } from '../support/backend'
import { createPayableCheckout, createPaypalOrder, finishPayment, pay } from '../support/customer'
import { everythingFree } from '../support/prepared-database'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

/** The provider's minimum charge, in minor units. */
const minimumAmounts: Record<CurrencyCode, number> = {
  USD: 50,
  EUR: 50,
  GBP: 30,
  CAD: 50,
  INR: 50,
  AED: 200,
  JPY: 50,
  AUD: 50,
  CNY: 400,
  SGD: 50,
  PLN: 200,
}

const oneYearDigitalId = 43

/** A coupon that leaves this total for one digital year, in minor units of each currency. */
function buildCouponLeaving(name: string, remaining: (currency: CurrencyCode) => number) {
  const prices = priceBook.find(({ id }) => id === oneYearDigitalId)?.prices
  if (!prices) throw new Error('the plan is not in the price book')
  const amounts = currencies.map(({ code }) => [
    code,
    toMinor(prices[code], code) - remaining(code),
  ])
  return {
    ...everythingFree,
    name,
    discountType: 'fixed' as const,
    amount: null,
    amounts: Object.fromEntries(amounts),
    freeShipping: false,
  }
}

const shop = withShop({ provider: startProvider })
beforeAll(async () => {
  await shop.provider.addFaults({ fault: 'hold_webhooks' })
  await shop.backend.db
    .insert(coupons)
    .values([
      buildCouponLeaving('ONEUNIT', () => 1),
      buildCouponLeaving('TOOLITTLE', currency => minimumAmounts[currency] - 1),
      buildCouponLeaving('THELEAST', currency => minimumAmounts[currency]),
      buildCouponLeaving('NOTHING', () => 0),
    ])
})

const createCheckoutWith = (currency: CurrencyCode, coupon: string) =>
  createPayableCheckout({
    selectedLicense: oneYearDigitalId,
    currency,
    urgent: { selected: false },
    coupon: { name: coupon },
  })

describe.each(currencies)('an order in $code', ({ code }) => {
  it.each([
    ['ONEUNIT', 1],
    ['TOOLITTLE', minimumAmounts[code] - 1],
  ])('below the minimum charge is not sent to the provider: %s', async (name, remaining) => {
    const checkout = await createCheckoutWith(code, name)
    expect(checkout.quote.total).toBe(toMajor(remaining, code))
    const before = await shop.provider.calls()
    const { status, body } = await pay(checkout)
    expect([status, body.code]).toEqual([409, 'amount_too_small'])
    expect(await shop.provider.calls()).toEqual(before)
    expect(await listAttempts(shop.backend, checkout.token)).toEqual([])
  })

  it('at the minimum charge is charged', async () => {
    const checkout = await createCheckoutWith(code, 'THELEAST')
    const { status, text } = await pay(checkout)
    expect(status, text).toBe(200)
    expect((await shop.provider.movements()).at(-1)).toMatchObject({
      kind: 'charge',
      amount: minimumAmounts[code],
      currency: code.toLowerCase(),
    })
  })

  it('with a total of zero is placed without the provider', async () => {
    const checkout = await createCheckoutWith(code, 'NOTHING')
    expect(checkout.quote.total).toBe(0)
    const before = await shop.provider.calls()
    const { status, text } = await pay(checkout, null)
    expect(status, text).toBe(200)
    expect(await shop.provider.calls()).toEqual(before)
  })
})

describe('PayPal', () => {
  it.each(['USD', 'EUR', 'JPY'] as const)('accepts the smallest amount in %s', async code => {
    const checkout = await createCheckoutWith(code, 'ONEUNIT')
    const { status, text, body } = await createPaypalOrder(checkout)
    expect(status, text).toBe(200)
    await shop.provider.approve(body.id)
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('done')
    expect((await shop.provider.movements()).at(-1)).toMatchObject({
      kind: 'charge',
      amount: 1,
      currency: code.toLowerCase(),
    })
  })
})
