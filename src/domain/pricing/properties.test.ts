import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { quoteOf } from '@/domain/checkout/quote-of-state'
import { type CurrencyCode, unitMultiplierOf } from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import { percentOf, toMajor, toMinor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import { completeCheckout, sampleMethod } from '../../../tests/support/sample-checkout'

/** Tax rates in use, and zero. */
const taxRates = [0, 4, 5, 6, 6.25, 6.5, 6.625, 7.25, 8.1, 9, 10, 13, 18, 19, 20, 24, 25, 25.5, 27]

/** An amount in minor units, sometimes zero or a single cent. */
const minor = (max: number) =>
  fc.oneof({ weight: 1, arbitrary: fc.constantFrom(0, 1) }, { weight: 9, arbitrary: fc.nat(max) })

const planIds = [40, 41, 42, 43, 44, 45]
const itemIds = [1, 2, 3]

/** A random checkout, in minor units. */
const anyParts = fc.record({
  planId: fc.constantFrom(...planIds),
  plan: minor(3_000_000),
  isUrgent: fc.boolean(),
  urgentPrice: minor(200_000),
  shipping: fc.option(minor(400_000)),
  items: fc.tuple(minor(300_000), minor(300_000), minor(300_000)),
  cart: fc.uniqueArray(fc.record({ item_id: fc.constantFrom(...itemIds), quantity: fc.nat(10) }), {
    selector: ({ item_id }) => item_id,
  }),
  taxRate: fc.constantFrom(...taxRates),
})
type Parts = typeof anyParts extends fc.Arbitrary<infer T> ? T : never

/**
 * Percentages in whole numbers, tenths and hundredths, from zero to more than 100; amounts in minor
 * units.
 */
const anyTerms = fc.record({
  discount_type: fc.constantFrom('percentage', 'fixed', 'fixed_cart'),
  percent: fc.oneof(
    fc.constantFrom(0, 50, 100, 150),
    fc.nat(10_000).map(hundredths => hundredths / 100),
  ),
  fixed: minor(4_000_000),
  products: fc.subarray(planIds),
  travel_products: fc.subarray(itemIds),
  free_shipping: fc.boolean(),
})
type Terms = typeof anyTerms extends fc.Arbitrary<infer T> ? T : never

const toCoupon = ({ percent, fixed, ...terms }: Terms, currency: CurrencyCode): Coupon => ({
  id: 1,
  name: 'ANY',
  ...terms,
  amount: terms.discount_type === 'percentage' ? percent : toMajor(fixed, currency),
})

/** The checkout as on the wire, in major units. */
function toCheckout(parts: Parts, coupon: Coupon | null, currency: CurrencyCode): CheckoutState {
  const toMajorUnits = (amount: number) => toMajor(amount, currency)
  return {
    ...completeCheckout,
    currency,
    coupon,
    selectedLicense: parts.planId,
    productList: completeCheckout.productList.map(product =>
      product.id === parts.planId ? { ...product, price: toMajorUnits(parts.plan) } : product,
    ),
    urgent: {
      selected: parts.isUrgent,
      total: toMajorUnits(parts.urgentPrice),
      discount: 0,
      is_skip: !parts.isUrgent,
    },
    selectedShippingMethod:
      parts.shipping === null ? null : { ...sampleMethod, price: toMajorUnits(parts.shipping) },
    travelItemsData: itemIds.map((item_id, index) => ({
      item_id,
      code: `item-${item_id}`,
      name: `item ${item_id}`,
      price: toMajorUnits(parts.items[index] ?? 0),
      is_active: true,
    })),
    travelItemsInCart: parts.cart,
    tax_group: { tax_rate: parts.taxRate },
  }
}

function priceCheckout(state: CheckoutState): Quote {
  const price = quoteOf(state)
  if (!price) throw new Error('the plan is not on offer')
  return price
}

const toThousandths = (percent: number) => Math.round(percent * 1_000)

/** A percentage of an amount, half up, in integers only. */
function exactPercentOf(amount: number, percent: number): number {
  const thousandths = BigInt(toThousandths(percent))
  return Number((2n * BigInt(amount) * thousandths + 100_000n) / 200_000n)
}

const isPrinted = (planId: number) => planId <= 42
const computeUrgent = ({ isUrgent, urgentPrice }: Parts) => (isUrgent ? urgentPrice : 0)
const computeTravel = ({ items, cart }: Parts, item_id: number) =>
  (items[item_id - 1] ?? 0) * (cart.find(line => line.item_id === item_id)?.quantity ?? 0)
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** The discount by the documented rules, implemented a second time line by line. */
function exactDiscountOf(parts: Parts, terms: Terms): number {
  const travel = isPrinted(parts.planId)
    ? itemIds.map(id => [id, computeTravel(parts, id)] as const)
    : []
  const isPlanNamed = terms.products.length === 0 || terms.products.includes(parts.planId)
  const namedPrices = [
    ...(isPlanNamed ? [parts.plan] : []),
    ...travel.filter(([id]) => terms.travel_products.includes(id)).map(([, amount]) => amount),
  ]
  const cart = [parts.plan, computeUrgent(parts), ...travel.map(([, amount]) => amount)]
  switch (terms.discount_type) {
    case 'percentage':
      return sum(namedPrices.map(line => Math.min(line, exactPercentOf(line, terms.percent))))
    case 'fixed':
      return Math.min(terms.fixed, sum(namedPrices))
    case 'fixed_cart':
      return Math.min(terms.fixed, sum(cart))
  }
}

describe.each(currencies)('any checkout in $code', ({ code }) => {
  const assertHolds = (check: (price: Quote, parts: Parts, terms: Terms | null) => void) =>
    fc.assert(
      fc.property(anyParts, fc.option(anyTerms), (parts, terms) => {
        const coupon = terms && toCoupon(terms, code)
        check(priceCheckout(toCheckout(parts, coupon, code)), parts, terms)
      }),
    )

  it('costs the sum of its lines', () =>
    assertHolds(({ plan, urgent, shipping, travel, discount, tax, total }) => {
      expect(plan + urgent + shipping + travel - discount + tax).toBe(total)
    }))

  it('has whole amounts, none below zero', () =>
    assertHolds(({ currency, ...amounts }) => {
      expect(currency).toBe(code)
      for (const amount of Object.values(amounts)) {
        expect(Number.isSafeInteger(amount)).toBe(true)
        expect(amount).toBeGreaterThanOrEqual(0)
      }
    }))

  it('has every line at its offered price', () =>
    assertHolds(({ plan, urgent, shipping, travel }, parts, terms) => {
      const printed = isPrinted(parts.planId)
      expect(plan).toBe(parts.plan)
      expect(urgent).toBe(computeUrgent(parts))
      expect(shipping).toBe(printed && !terms?.free_shipping ? (parts.shipping ?? 0) : 0)
      expect(travel).toBe(printed ? sum(itemIds.map(id => computeTravel(parts, id))) : 0)
    }))

  it('has the discount of its coupon’s terms, and none without a coupon', () =>
    assertHolds(({ discount }, parts, terms) => {
      expect(discount).toBe(terms ? exactDiscountOf(parts, terms) : 0)
    }))

  it('has no discount on shipping and tax', () =>
    assertHolds(({ plan, urgent, travel, shipping, discount, tax, total }) => {
      expect(discount).toBeLessThanOrEqual(plan + urgent + travel)
      expect(total).toBeGreaterThanOrEqual(shipping + tax)
    }))

  it('has one tax on everything after the discount, rounded half up', () =>
    assertHolds(({ plan, urgent, shipping, travel, discount, tax }, { taxRate }) => {
      const net = plan + urgent + shipping + travel - discount
      expect(tax).toBe(exactPercentOf(net, taxRate))
    }))

  it('is the same on the wire as in minor units', () =>
    assertHolds(({ currency, ...amounts }) => {
      for (const amount of Object.values(amounts)) {
        const wireAmount = JSON.parse(JSON.stringify(toMajor(amount, currency)))
        expect(toMinor(wireAmount, currency)).toBe(amount)
        expect(String(wireAmount)).toMatch(code === 'JPY' ? /^\d+$/ : /^\d+(\.\d\d?)?$/)
      }
    }))
})

describe('any digital checkout', () => {
  it('has no shipping and no travel items, whatever was chosen before', () => {
    fc.assert(
      fc.property(anyParts, fc.constantFrom(43, 44, 45), (parts, planId) => {
        const price = priceCheckout(toCheckout({ ...parts, planId }, null, 'USD'))
        expect([price.shipping, price.travel]).toEqual([0, 0])
      }),
    )
  })
})

describe('a coupon', () => {
  const assertHolds = (terms: Partial<Terms>, check: (price: Quote, parts: Parts) => void) =>
    fc.assert(
      fc.property(
        anyParts,
        anyTerms,
        fc.constantFrom(...currencies),
        (parts, baseTerms, { code }) => {
          const coupon = toCoupon({ ...baseTerms, ...terms }, code)
          check(priceCheckout(toCheckout(parts, coupon, code)), parts)
        },
      ),
    )

  it('of 100 percent reduces its lines to zero and no others', () =>
    assertHolds(
      { discount_type: 'percentage', percent: 100, products: [], travel_products: itemIds },
      ({ plan, travel, urgent, shipping, discount, tax, total }) => {
        expect(discount).toBe(plan + travel)
        expect(total - tax).toBe(urgent + shipping)
      },
    ))

  it('above the price of its lines takes that price', () =>
    assertHolds(
      { discount_type: 'fixed', fixed: 1e9, products: [], travel_products: [] },
      ({ plan, discount }) => expect(discount).toBe(plan),
    ))

  it('above the cart leaves shipping and its tax', () =>
    assertHolds({ discount_type: 'fixed_cart', fixed: 1e9 }, ({ shipping, total }, { taxRate }) =>
      expect(total).toBe(shipping + exactPercentOf(shipping, taxRate)),
    ))

  it('for everything with free shipping leaves nothing to pay and no tax', () =>
    assertHolds(
      { discount_type: 'fixed_cart', fixed: 1e9, free_shipping: true },
      ({ tax, total }) => expect([tax, total]).toEqual([0, 0]),
    ))
})

/** The smallest amount whose percentage ends in exactly a half. */
function findFirstHalf(percent: number): number {
  for (let amount = 1; amount <= 100_000; amount += 1)
    if ((amount * toThousandths(percent)) % 100_000 === 50_000) return amount
  throw new Error(`no amount has a half at ${percent} percent`)
}

describe('an amount that ends in exactly a half', () => {
  const percents = [0.5, 1, 2.5, 6.25, 6.5, 6.625, 7.25, 8.1, 10, 15, 19, 25, 25.5, 27, 33.3, 50]

  it.each(percents)('of %d percent is rounded up, its neighbours to the nearest', percent => {
    const first = findFirstHalf(percent)
    // The half repeats every hundred thousand.
    fc.assert(
      fc.property(fc.nat(9_999), times => {
        const amount = first + times * 100_000
        const roundedUp = (amount * toThousandths(percent) + 50_000) / 100_000
        expect(percentOf(amount, percent)).toBe(roundedUp)
        for (const neighbour of [amount - 1, amount + 1])
          expect(percentOf(neighbour, percent)).toBe(exactPercentOf(neighbour, percent))
      }),
    )
  })
})

describe('a round trip over the wire', () => {
  it.each(['USD', 'JPY'] as const)('keeps every amount of %s up to ten million units', code => {
    let mismatches = 0
    for (let amount = 0; amount <= 10_000_000; amount += 1)
      if (toMinor(toMajor(amount, code), code) !== amount) mismatches += 1
    expect(mismatches).toBe(0)
  })

  it.each(currencies)('keeps any amount up to ten million $code', ({ code }) => {
    fc.assert(
      fc.property(fc.nat(10_000_000 * unitMultiplierOf(code)), amount => {
        expect(toMinor(JSON.parse(JSON.stringify(toMajor(amount, code))), code)).toBe(amount)
      }),
      { numRuns: 1_000 },
    )
  })
})
