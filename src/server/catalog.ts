import type { CurrencyCode } from '@/domain/data/currencies'
import { stateCodeOf } from '@/domain/data/state-codes'
import type { ShippingMethod } from '@/domain/delivery'
import { soonestFirst } from '@/domain/delivery'
import type { Product } from '@/domain/plans'
import type { Coupon, KnownCoupon } from '@/domain/pricing/coupon'
import { toMajor } from '@/domain/pricing/money'
import type { TravelItem } from '@/domain/travel'
import type { Db } from '@/server/db/open'
import * as tables from '@/server/db/schema'
import { travelNames } from '@/server/travel-names'

/** What the shop sells and charges, as the database says; all answers in major units of the currency. */
export interface Catalog {
  products: (currency: CurrencyCode) => Product[]
  shippingMethods: (country: string, currency: CurrencyCode) => ShippingMethod[]
  /** Percent; the state's rate where it has one, else the country's, else 0. */
  taxRate: (country: string, state: string) => number
  /** By its name in any case. */
  coupon: (name: string, currency: CurrencyCode) => KnownCoupon | undefined
  /** The items on sale, named in the language as far as it has names for them. */
  travelItems: (currency: CurrencyCode, language: string) => TravelItem[]
}

type Rows = Awaited<ReturnType<typeof rowsOf>>
type CouponRow = typeof tables.coupons.$inferSelect

/** Reads the whole catalog at once: it is small and every page needs most of it. */
export async function readCatalog(db: Db): Promise<Catalog> {
  const rows = await rowsOf(db)
  const productLists = new Map<CurrencyCode, Product[]>()
  return {
    products: currency => {
      const known = productLists.get(currency) ?? productsOf(rows, currency)
      productLists.set(currency, known)
      return known
    },
    shippingMethods: (country, currency) => methodsOf(rows, country, currency),
    taxRate: (country, state) => taxRateOf(rows, country, state),
    coupon: (name, currency) => couponOf(rows, name, currency),
    travelItems: (currency, language) => travelItemsOf(rows, currency, language),
  }
}

async function rowsOf(db: Db) {
  const products = await db.select().from(tables.products)
  const prices = await db.select().from(tables.prices)
  const methods = await db.select().from(tables.shippingMethods)
  const zones = await db.select().from(tables.shippingZones)
  const taxes = await db.select().from(tables.taxGroups)
  const coupons = await db.select().from(tables.coupons)
  const travelItems = await db.select().from(tables.travelItems).orderBy(tables.travelItems.id)
  return {
    products,
    prices: new Map(prices.map(row => [`${row.productId}/${row.currency}`, row.amount])),
    methods,
    zones: new Map(zones.map(row => [row.country, row.zone])),
    taxes: new Map(taxes.map(row => [`${row.country}/${row.state}`, row.taxRate])),
    coupons: new Map(coupons.map(row => [row.name.toLowerCase(), row])),
    travelItems,
    travelNames: await travelNames(),
  }
}

function productsOf(rows: Rows, currency: CurrencyCode): Product[] {
  const priceOf = (id: number) => rows.prices.get(`${id}/${currency}`)
  const oneYear = (category: string) =>
    rows.products.find(row => row.category === category && row.years === 1)
  return rows.products.flatMap(row => {
    const price = priceOf(row.id)
    if (price === undefined) return []
    const base = priceOf(oneYear(row.category)?.id ?? row.id) ?? price
    const hasComparison = row.years !== null && row.years > 1
    return [
      {
        id: row.id,
        name: row.name,
        category: row.category,
        years: row.years,
        price: toMajor(price, currency),
        // SPEC 9: the struck-through price is the one-year price times the years.
        oldPrice: hasComparison ? toMajor(base * (row.years ?? 1), currency) : null,
        show_at_checkout: row.showAtCheckout,
      },
    ]
  })
}

function methodsOf(rows: Rows, country: string, currency: CurrencyCode): ShippingMethod[] {
  const zone = rows.zones.get(country.toLowerCase())
  const methods = rows.methods.flatMap(row => {
    const price = row.prices[currency]
    return row.zone === zone && price !== undefined
      ? [
          {
            code: row.code,
            name: row.name,
            price: toMajor(price, currency),
            min_delivery: row.minDelivery,
            max_delivery: row.maxDelivery,
          },
        ]
      : []
  })
  return soonestFirst(methods)
}

const taxRateOf = (rows: Rows, country: string, state: string): number =>
  rows.taxes.get(`${country.toLowerCase()}/${stateCodeOf(country.toLowerCase(), state)}`) ??
  rows.taxes.get(`${country.toLowerCase()}/`) ??
  0

/** SPEC 9: the coupon of subscriptions. No checkout can have it. */
const subscriptionCoupon = 'subscription_coupon'

function couponOf(rows: Rows, name: string, currency: CurrencyCode): KnownCoupon | undefined {
  const row = rows.coupons.get(name.trim().toLowerCase())
  if (!row || row.name === subscriptionCoupon) return undefined
  return {
    name: row.name,
    terms: termsOf(row, currency),
    validFromMs: row.validFrom?.getTime() ?? null,
    validUntilMs: row.validUntil?.getTime() ?? null,
    usesLeft: row.maxUses === null ? null : row.maxUses - row.uses,
    isForNewCustomers: row.newCustomersOnly,
    isForPartners: row.partnerOnly,
  }
}

function termsOf(row: CouponRow, currency: CurrencyCode): Coupon | null {
  const amount = row.amounts ? row.amounts[currency] : row.amount
  if (amount === undefined || amount === null) return null
  return {
    id: row.id,
    name: row.name,
    discount_type: row.discountType,
    amount: row.amounts ? toMajor(amount, currency) : amount,
    products: row.products,
    travel_products: row.travelProducts,
    free_shipping: row.freeShipping,
  }
}

function travelItemsOf(rows: Rows, currency: CurrencyCode, language: string): TravelItem[] {
  const names = rows.travelNames.get(language)
  return rows.travelItems.flatMap(({ id, code, name: ownName, isActive, prices }) => {
    const price = prices[currency]
    if (!isActive || price === undefined) return []
    const name = names?.get(code) ?? ownName
    return [{ item_id: id, code, name, price: toMajor(price, currency), is_active: true }]
  })
}
