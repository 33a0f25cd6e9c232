import { describe, expect, it } from 'vitest'
import { currencies } from '@/domain/data/currency-names'
import { coupons, sampleCoupons } from '@/server/db/seeds/coupons'
import { priceBook, travelPrices } from '@/server/db/seeds/price-book'

const planIds = priceBook.map(({ id }) => id)
const itemIds = travelPrices.map(({ id }) => id)

const allCoupons = [...coupons, ...sampleCoupons]

describe('coupons', () => {
  it('of a live shop are the general ones and the deals', () => {
    expect(coupons.map(({ name, amount }) => [name, amount])).toEqual([
      ['FROMIDAWITHLOVE', 10],
      ['take50', 50],
      ['subscription_coupon', 20],
      ['SPRINGDEAL', 15],
      ['SUMMERDEAL', 20],
    ])
  })

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

  it('have unique names, regardless of case', () => {
    const names = allCoupons.map(({ name }) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(allCoupons)('$name gives a discount in each of its currencies', coupon => {
    const { name, amount, free_shipping } = coupon
    const amounts = typeof amount === 'number' ? [amount] : Object.values(amount)
    expect(amounts.every(value => value > 0) || free_shipping).toBe(true)
    const isCurrencyExempt = typeof amount === 'number' || name === 'EUROONLY'
    if (!isCurrencyExempt) expect(amounts).toHaveLength(currencies.length)
  })

  it.each(allCoupons)('$name takes off 100 percent at most', coupon => {
    if (coupon.discount_type === 'percentage') expect(coupon.amount).toBeLessThanOrEqual(100)
  })

  it.each(allCoupons)('$name lists only known products', ({ products, travel_products }) => {
    expect(products.filter(id => !planIds.includes(id))).toEqual([])
    expect(travel_products.filter(id => !itemIds.includes(id))).toEqual([])
  })
})
