import { beforeAll, describe, expect, it } from 'vitest'
import type { WireCheckout } from '@/contract/checkout'
import { unitMultiplierOf } from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'
import { formatPrice } from '@/domain/pricing/money'
import { quote } from '@/domain/pricing/quote'
import { coupons } from '@/server/db/tables/coupons'
import { attemptsOf } from '../support/backend'
import { chosenCheckout } from '../support/chosen-checkout'
import { pay, readCheckout } from '../support/customer'
import { startProvider } from '../support/provider'
import { type ShownSummary, shownSummary } from '../support/rendered-summary'
import { seededOrder } from '../support/seeded-order'
import { english } from '../support/texts'
import { withShop } from '../support/with-shop'
import { testCoupons, workedExamples } from '../support/worked-examples'

const shop = withShop({ provider: startProvider })
beforeAll(async () => {
  await shop.provider.breakOn({ fault: 'hold_webhooks' })
  await shop.backend.db.insert(coupons).values(testCoupons.map(rowOf))
})

/** As the shop stores it: fixed amounts in minor units of each currency. */
function rowOf({ discount_type, amount, ...coupon }: (typeof testCoupons)[number]) {
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

describe.each(workedExamples)('$name: $working', ({ chosen, lines }) => {
  const { currency } = chosen
  const order = seededOrder(chosen)
  let checkout: WireCheckout
  let shown: ShownSummary
  const price = (minor: number) => formatPrice(minor, currency, 'en')

  beforeAll(async () => {
    checkout = await chosenCheckout(chosen)
    shown = shownSummary(checkout)
  })

  it('is the price by the rules', () => {
    expect(quote(order)).toEqual({ currency, ...lines })
  })

  it('is the price the server tells', () => {
    const major = Object.entries(lines).map(([line, minor]) => [
      line,
      minor / unitMultiplierOf(currency),
    ])
    expect(checkout.quote).toEqual({ currency, ...Object.fromEntries(major) })
    expect(checkout.state.total).toBe(lines.total / unitMultiplierOf(currency))
  })

  it('is the price the customer sees', () => {
    const { plan, urgent, shipping, discount, tax, total } = lines
    const isFree = chosen.method && shipping === 0
    expect(shown).toEqual({
      plan: price(plan),
      urgent: chosen.urgent ? price(urgent) : undefined,
      shipping: isFree ? english('delivery.free') : chosen.method && price(shipping),
      travel: order.travel.map(line => price(line.price * line.quantity)),
      discount: discount > 0 ? `−${price(discount)}` : undefined,
      tax: tax > 0 ? price(tax) : undefined,
      total: price(total),
    })
  })

  it('is the price the payment provider takes', async () => {
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
    expect(await attemptsOf(shop.backend, token)).toMatchObject([{ amount: lines.total }])
    const taken = (await shop.provider.movements()).slice(before.length)
    const charge = { kind: 'charge', amount: lines.total, currency: currency.toLowerCase() }
    expect(taken).toMatchObject(lines.total > 0 ? [charge] : [])
  })
})

describe('the examples', () => {
  it('are enough, and each is another', () => {
    expect(workedExamples.length).toBeGreaterThanOrEqual(60)
    expect(new Set(workedExamples.map(({ name }) => name)).size).toBe(workedExamples.length)
  })

  it.each(workedExamples)('add up, as their working says: $name', ({ lines, working }) => {
    const { plan, urgent, shipping, travel, discount, tax, total } = lines
    expect(plan + urgent + shipping + travel - discount + tax).toBe(total)
    expect(working).toContain(String(total - tax))
    if (tax > 0) expect(working).toMatch(new RegExp(` ${tax}$`))
  })

  it.each(currencies)('have several orders in $code', ({ code }) => {
    const own = workedExamples.filter(({ chosen }) => chosen.currency === code)
    expect(own.length).toBeGreaterThanOrEqual(2)
  })

  it('have yen with tax', () => {
    const taxed = workedExamples.filter(({ chosen, lines }) => {
      return chosen.currency === 'JPY' && lines.tax > 0
    })
    expect(taxed.length).toBeGreaterThanOrEqual(2)
  })

  it.each([
    ...['FROMIDAWITHLOVE', 'take50', 'SPRINGDEAL', 'FIXED10', 'CART20', 'FREESHIP', 'DIGITAL5'],
    ...['TRAVEL25', 'FULL100', ...testCoupons.map(({ name }) => name)],
  ])('have an order with %s', name => {
    expect(workedExamples.some(({ chosen }) => chosen.coupon === name)).toBe(true)
  })
})
