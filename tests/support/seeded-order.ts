import { resolveStateCode } from '@/domain/address/address-formats'
import { hasParcel, urgentId } from '@/domain/catalog/plans'
import type { CountryCode } from '@/domain/data/countries'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import { toMinor } from '@/domain/pricing/money'
import type { Order } from '@/domain/pricing/quote'
import { coupons, sampleCoupons } from '@/server/db/seeds/coupons'
import { priceBook, travelPrices } from '@/server/db/seeds/price-book'
import { shippingRates } from '@/server/db/seeds/shipping'
import { shippingZones } from '@/server/db/seeds/shipping-zones'
import { taxGroups } from '@/server/db/seeds/tax-groups'
import { type Choices, testCoupons } from './worked-examples'

/** Builds the order of these choices from the seed files, without database, catalog or checkout. */
export function buildSeededOrder(choices: Choices): Order {
  const { selectedLicense, currency, urgent, travelItemsInCart = [] } = choices
  const toMinorPrice = (prices: Record<typeof currency, number>) =>
    toMinor(prices[currency], currency)
  const plan = findRow(priceBook, ({ id }) => id === selectedLicense)
  return {
    currency,
    plan: { id: plan.id, isPhysical: hasParcel(plan.category), price: toMinorPrice(plan.prices) },
    coupon: findCoupon(choices),
    urgentPrice: urgent ? toMinorPrice(findRow(priceBook, ({ id }) => id === urgentId).prices) : 0,
    shippingPrice: choices.method ? toMinorPrice(findRate(choices).prices) : 0,
    travel: travelItemsInCart.map(({ item_id, quantity }) => ({
      item_id,
      quantity,
      price: toMinorPrice(findRow(travelPrices, ({ id }) => id === item_id).prices),
    })),
    taxRatePercent: findTaxRate(choices),
  }
}

const findRate = ({ country, method }: Choices) =>
  findRow(
    shippingRates,
    ({ code, zone }) => code === method && zone === shippingZones[toCountryCode(country)],
  )

function findTaxRate({ country, state = '' }: Choices): number {
  const rows = taxGroups.filter(row => row.country === toCountryCode(country))
  const code = resolveStateCode(country, state)
  const row = rows.find(row => row.state === code) ?? rows.find(row => row.state === undefined)
  return row?.tax_rate ?? 0
}

function findCoupon({ coupon, currency }: Choices): Coupon | null {
  if (!coupon) return null
  const allCoupons = [...coupons, ...sampleCoupons, ...testCoupons]
  const { products, travel_products, ...terms } = findRow(allCoupons, ({ name }) => name === coupon)
  const amount = typeof terms.amount === 'number' ? terms.amount : terms.amount[currency]
  if (amount === undefined) throw new Error(`${coupon} has no amount in ${currency}`)
  return {
    id: 1,
    name: terms.name,
    discount_type: terms.discount_type,
    amount,
    products: [...products],
    travel_products: [...travel_products],
    free_shipping: terms.free_shipping,
  }
}

const toCountryCode = (country: string) => country.toUpperCase() as CountryCode

function findRow<T>(rows: readonly T[], isWanted: (row: T) => boolean): T {
  const row = rows.find(isWanted)
  if (row === undefined) throw new Error('the seed files hold no such row')
  return row
}
