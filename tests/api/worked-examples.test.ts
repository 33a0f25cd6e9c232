import { beforeAll, describe, expect, it } from 'vitest'
import type { WireCheckout } from '@/contract/checkout'
import { unitMultiplierOf } from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'
import { formatPrice } from '@/domain/pricing/money'
import { quote } from '@/domain/pricing/quote'
import { coupons } from '@/server/db/tables/coupons'
import { listAttempts } from '../support/backend'
import { createChosenCheckout } from '../support/chosen-checkout'
import { pay, readCheckout } from '../support/customer'
import { startProvider } from '../support/provider'
import { readSummary, type SummaryAmounts } from '../support/rendered-summary'
import { buildSeededOrder } from '../support/seeded-order'
import { translateEnglish } from '../support/texts'
import { withShop } from '../support/with-shop'
import { testCoupons, workedExamples } from '../support/worked-examples'

const shop = withShop({ provider: startProvider })
beforeAll(async () => {
  await shop.provider.addFaults({ fault: 'hold_webhooks' })
  await shop.backend.db.insert(coupons).values(testCoupons.map(toCouponRow))
})

/** The coupon as a row: fixed amounts in minor units of each currency. */
function toCouponRow({ discount_type, amount, ...coupon }: (typeof testCoupons)[number]) {
  const isPercentage = discount_type === 'percentage'
  const amounts = currencies.map(({ code }) => [code, amount * unitMultiplierOf(code)])
  return {
    name: coupon.name,
    discountType: discount_type,
    amount: isPercentage ? amount : null,
    amounts: isPercentage ? null : Object.fromEntries(amounts),
    products: coupon.products,
    travelProducts: coupon.travel_products,
    freeShipping: coupon.free_shipping,
    newCustomersOnly: false,
    partnerOnly: false,
  }
}

describe.each(workedExamples)('$name: $working', ({ choices, lines }) => {
  const { currency } = choices
  const order = buildSeededOrder(choices)
  let checkout: WireCheckout
  let summary: SummaryAmounts
  const formatMinor = (minor: number) => formatPrice(minor, currency, 'en')

  beforeAll(async () => {
    checkout = await createChosenCheckout(choices)
    summary = readSummary(checkout)
  })

  it('is the price of the domain rules', () => {
    expect(quote(order)).toEqual({ currency, ...lines })
  })

  it('is the price in the server’s response', () => {
    const major = Object.entries(lines).map(([line, minor]) => [
      line,
      minor / unitMultiplierOf(currency),
    ])
    expect(checkout.quote).toEqual({ currency, ...Object.fromEntries(major) })
    expect(checkout.state.total).toBe(lines.total / unitMultiplierOf(currency))
  })

  it('is the price that the customer sees', () => {
    const { plan, urgent, shipping, discount, tax, total } = lines
    const isFree = choices.method && shipping === 0
    expect(summary).toEqual({
      plan: formatMinor(plan),
      urgent: choices.urgent ? formatMinor(urgent) : undefined,
      shipping: isFree
        ? translateEnglish('delivery.free')
        : choices.method && formatMinor(shipping),
      travel: order.travel.map(line => formatMinor(line.price * line.quantity)),
      discount: discount > 0 ? `−${formatMinor(discount)}` : undefined,
      tax: tax > 0 ? formatMinor(tax) : undefined,
      total: formatMinor(total),
    })
  })

  it('is the price that the provider charges', async () => {
    const before = await shop.provider.movements()
    const { token } = checkout
    const shownTotal = { total: lines.total / unitMultiplierOf(currency) }
    const { status, text } = await pay(
      { token, quote: shownTotal },
      lines.total > 0 ? 'pm_card_visa' : null,
    )
    expect(status, text).toBe(200)
    expect((await readCheckout(token)).body).toMatchObject({
      status: 'paid',
      order: { ...shownTotal, currency },
    })
    expect(await listAttempts(shop.backend, token)).toMatchObject([{ amount: lines.total }])
    const movements = (await shop.provider.movements()).slice(before.length)
    const charge = { kind: 'charge', amount: lines.total, currency: currency.toLowerCase() }
    expect(movements).toMatchObject(lines.total > 0 ? [charge] : [])
  })
})

describe('the worked examples', () => {
  it('are numerous and unique', () => {
    expect(workedExamples.length).toBeGreaterThanOrEqual(60)
    expect(new Set(workedExamples.map(({ name }) => name)).size).toBe(workedExamples.length)
  })

  it.each(workedExamples)('add up as in their working: $name', ({ lines, working }) => {
    const { plan, urgent, shipping, travel, discount, tax, total } = lines
    expect(plan + urgent + shipping + travel - discount + tax).toBe(total)
    expect(working).toContain(String(total - tax))
    if (tax > 0) expect(working).toMatch(new RegExp(` ${tax}$`))
  })

  it.each(currencies)('include several orders in $code', ({ code }) => {
    const examples = workedExamples.filter(({ choices }) => choices.currency === code)
    expect(examples.length).toBeGreaterThanOrEqual(2)
  })

  it('include yen with tax', () => {
    const taxedExamples = workedExamples.filter(({ choices, lines }) => {
      return choices.currency === 'JPY' && lines.tax > 0
    })
    expect(taxedExamples.length).toBeGreaterThanOrEqual(2)
  })

  it.each([
    ...['FROMIDAWITHLOVE', 'take50', 'SPRINGDEAL', 'FIXED10', 'CART20', 'FREESHIP', 'DIGITAL5'],
    ...['TRAVEL25', 'FULL100', ...testCoupons.map(({ name }) => name)],
  ])('include an order with %s', name => {
    expect(workedExamples.some(({ choices }) => choices.coupon === name)).toBe(true)
  })
})
