import { describe, expect, it } from 'vitest'
import { currencies } from '@/domain/data/currency-names'
import { coupons } from '@/server/db/seeds/coupons'
import { priceBook, travelPrices } from '@/server/db/seeds/price-book'

const planIds = priceBook.map(({ id }) => id)
const itemIds = travelPrices.map(({ id }) => id)

describe('coupons', () => {
  it.each([
    ['FROMIDAWITHLOVE', 10],
    ['take50', 50],
    ['subscription_coupon', 20],
  ])('%s takes %s percent off every plan', (name, amount) => {
    expect(coupons.find(coupon => coupon.name === name)).toMatchObject({
      discount_type: 'percentage',
      amount,
      products: [],
    })
  })

  it('gives each name to one coupon, in whatever case it is typed', () => {
    const names = coupons.map(({ name }) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(coupons)('$name saves something in every currency that it is for', coupon => {
    const { name, amount, free_shipping } = coupon
    const amounts = typeof amount === 'number' ? [amount] : Object.values(amount)
    expect(amounts.every(value => value > 0) || free_shipping).toBe(true)
    const isCurrencyExempt = typeof amount === 'number' || name === 'EUROONLY'
    if (!isCurrencyExempt) expect(amounts).toHaveLength(currencies.length)
  })

  it.each(coupons)('$name never takes off more than everything', coupon => {
    if (coupon.discount_type === 'percentage') expect(coupon.amount).toBeLessThanOrEqual(100)
  })

  it.each(coupons)('$name names only what is sold', ({ products, travel_products }) => {
    expect(products.filter(id => !planIds.includes(id))).toEqual([])
    expect(travel_products.filter(id => !itemIds.includes(id))).toEqual([])
  })
})
