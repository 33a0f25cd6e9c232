import { stateCodeOf } from '@/domain/address/state-codes'
import { hasParcel, urgentId } from '@/domain/catalog/plans'
import type { CountryCode } from '@/domain/data/countries'
import type { Coupon } from '@/domain/pricing/coupon'
import { toMinor } from '@/domain/pricing/money'
import type { Order } from '@/domain/pricing/quote'
import { coupons } from '@/server/db/seeds/coupons'
import { priceBook, travelPrices } from '@/server/db/seeds/price-book'
import { shippingRates } from '@/server/db/seeds/shipping'
import { shippingZones } from '@/server/db/seeds/shipping-zones'
import { taxGroups } from '@/server/db/seeds/tax-groups'
import { type Choices, testCoupons } from './worked-examples'

/** The order of these choices, straight from the seed files: without database, catalog or checkout. */
export function seededOrder(chosen: Choices): Order {
  const { selectedLicense, currency, urgent, travelItemsInCart = [] } = chosen
  const minor = (prices: Record<typeof currency, number>) => toMinor(prices[currency], currency)
  const plan = found(priceBook, ({ id }) => id === selectedLicense)
  return {
    currency,
    plan: { id: plan.id, isPhysical: hasParcel(plan.category), price: minor(plan.prices) },
    coupon: couponOf(chosen),
    urgentPrice: urgent ? minor(found(priceBook, ({ id }) => id === urgentId).prices) : 0,
    shippingPrice: chosen.method ? minor(rateOf(chosen).prices) : 0,
    travel: travelItemsInCart.map(({ item_id, quantity }) => ({
      item_id,
      quantity,
      price: minor(found(travelPrices, ({ id }) => id === item_id).prices),
    })),
    taxRatePercent: taxRateOf(chosen),
  }
}

const rateOf = ({ country, method }: Choices) =>
  found(
    shippingRates,
    ({ code, zone }) => code === method && zone === shippingZones[upper(country)],
  )

function taxRateOf({ country, state = '' }: Choices): number {
  const rows = taxGroups.filter(row => row.country === upper(country))
  const code = stateCodeOf(country, state)
  const row = rows.find(row => row.state === code) ?? rows.find(row => row.state === undefined)
  return row?.tax_rate ?? 0
}

function couponOf({ coupon, currency }: Choices): Coupon | null {
  if (!coupon) return null
  const known = [...coupons, ...testCoupons]
  const { products, travel_products, ...terms } = found(known, ({ name }) => name === coupon)
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

const upper = (country: string) => country.toUpperCase() as CountryCode

function found<T>(rows: readonly T[], isWanted: (row: T) => boolean): T {
  const row = rows.find(isWanted)
  if (row === undefined) throw new Error('the seed files hold no such row')
  return row
}
