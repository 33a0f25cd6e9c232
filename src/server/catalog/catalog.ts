import { resolveStateCode } from '@/domain/address/address-formats'
import type { Product } from '@/domain/catalog/product-schema'
import { type ShippingMethod, sortBySoonest } from '@/domain/catalog/shipping-methods'
import type { TravelItem } from '@/domain/catalog/travel-item-schema'
import type { CurrencyCode } from '@/domain/data/currencies'
import { type PickupPoint, pickupCode } from '@/domain/links/partner-offer'
import type { KnownCoupon } from '@/domain/pricing/coupon'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import { toMajor } from '@/domain/pricing/money'
import type { Db, Tx } from '@/server/db/open'
import * as catalogTables from '@/server/db/tables/catalog'
import * as couponTables from '@/server/db/tables/coupons'
import * as partnerTables from '@/server/db/tables/partners'
import { loadTravelNames } from '@/server/texts/travel-item-names'

/**
 * Products, prices, taxes and coupons from the database; money is in major units of the currency.
 */
export interface Catalog {
  products: (currency: CurrencyCode) => Product[]
  /**
   * The methods of a country, or of the pickup points of a partner that has some; soonest first.
   */
  shippingMethods: (
    country: string,
    currency: CurrencyCode,
    partner?: string | null,
  ) => ShippingMethod[]
  /** Whether any country or partner has a method with this code. */
  hasShippingMethod: (code: string) => boolean
  /** The pickup points of a partner; empty if it has none. */
  pickupPoints: (partner: string) => PickupPoint[]
  /** Percent: the state's rate, else the country's, else 0. */
  taxRate: (country: string, state: string) => number
  /** Looks up a name in any case. */
  coupon: (name: string, currency: CurrencyCode) => KnownCoupon | undefined
  /** The currencies of a coupon with amounts per currency; empty for any other. */
  couponCurrencies: (name: string) => string[]
  /** The discount of every renewal; null without one. */
  renewalCoupon: (currency: CurrencyCode) => Coupon | null
  /** The items on sale; names are in the language if it has them. */
  travelItems: (currency: CurrencyCode, language: string) => TravelItem[]
}

type Rows = Awaited<ReturnType<typeof loadRows>>
type CouponRow = typeof couponTables.coupons.$inferSelect

/** Reads the whole catalog: it is small, and every page needs most of it. */
export async function readCatalog(db: Db | Tx): Promise<Catalog> {
  const rows = await loadRows(db)
  const productLists = new Map<CurrencyCode, Product[]>()
  return {
    products: currency => {
      const cached = productLists.get(currency) ?? buildProducts(rows, currency)
      productLists.set(currency, cached)
      return cached
    },
    shippingMethods: (country, currency, partner) =>
      buildPickupMethods(rows, partner ?? '', currency) ??
      buildShippingMethods(rows, country, currency),
    hasShippingMethod: code =>
      code === pickupCode || rows.methods.some(method => method.code === code),
    pickupPoints: partner => listPickupPoints(rows, partner),
    taxRate: (country, state) => findTaxRate(rows, country, state),
    coupon: (name, currency) => findCoupon(rows, name, currency),
    couponCurrencies: name => Object.keys(rows.coupons.get(toCouponKey(name))?.amounts ?? {}),
    renewalCoupon: currency => {
      const row = rows.coupons.get(subscriptionCoupon)
      return row ? toCouponTerms(row, currency) : null
    },
    travelItems: (currency, language) => buildTravelItems(rows, currency, language),
  }
}

async function loadRows(db: Db | Tx) {
  const products = await db.select().from(catalogTables.products)
  const prices = await db.select().from(catalogTables.prices)
  const methods = await db.select().from(catalogTables.shippingMethods)
  const zones = await db.select().from(catalogTables.shippingZones)
  const taxes = await db.select().from(catalogTables.taxGroups)
  const coupons = await db.select().from(couponTables.coupons)
  const travelItems = await db
    .select()
    .from(catalogTables.travelItems)
    .orderBy(catalogTables.travelItems.id)
  const partners = await db.select().from(partnerTables.partners)
  const pickupPoints = await db
    .select()
    .from(partnerTables.pickupPoints)
    .orderBy(partnerTables.pickupPoints.id)
  return {
    products,
    prices: new Map(prices.map(row => [`${row.productId}/${row.currency}`, row.amount])),
    methods,
    zones: new Map(zones.map(row => [row.country, row.zone])),
    taxes: new Map(taxes.map(row => [`${row.country}/${row.state}`, row.taxRate])),
    coupons: new Map(coupons.map(row => [row.name.toLowerCase(), row])),
    travelItems,
    travelNames: await loadTravelNames(),
    partners: new Map(partners.map(row => [row.name, row])),
    pickupPoints,
  }
}

function buildProducts(rows: Rows, currency: CurrencyCode): Product[] {
  const findPrice = (id: number) => rows.prices.get(`${id}/${currency}`)
  const findOneYearPlan = (category: string) =>
    rows.products.find(row => row.category === category && row.years === 1)
  return rows.products.flatMap(row => {
    const price = findPrice(row.id)
    if (price === undefined) return []
    const oneYearPrice = findPrice(findOneYearPlan(row.category)?.id ?? row.id) ?? price
    const hasComparison = row.years !== null && row.years > 1
    return [
      {
        id: row.id,
        name: row.name,
        category: row.category,
        years: row.years,
        price: toMajor(price, currency),
        // The struck-through price is the one-year price times the years.
        oldPrice: hasComparison ? toMajor(oneYearPrice * (row.years ?? 1), currency) : null,
        show_at_checkout: row.showAtCheckout,
      },
    ]
  })
}

function buildShippingMethods(
  rows: Rows,
  country: string,
  currency: CurrencyCode,
): ShippingMethod[] {
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
  return sortBySoonest(methods)
}

/** Pickup is one method for all points of a partner; undefined if the partner has none. */
function buildPickupMethods(
  rows: Rows,
  partner: string,
  currency: CurrencyCode,
): ShippingMethod[] | undefined {
  const terms = rows.partners.get(partner)?.pickup
  if (!terms || listPickupPoints(rows, partner).length === 0) return undefined
  const price = terms.prices[currency]
  if (price === undefined) return []
  return [
    {
      code: pickupCode,
      name: 'Pickup',
      price: toMajor(price, currency),
      min_delivery: terms.minDelivery,
      max_delivery: terms.maxDelivery,
    },
  ]
}

const listPickupPoints = (rows: Rows, partner: string): PickupPoint[] =>
  rows.partners.get(partner)?.pickup
    ? rows.pickupPoints
        .filter(point => point.partner === partner)
        .map(({ partner: _, ...point }) => point)
    : []

const findTaxRate = (rows: Rows, country: string, state: string): number =>
  rows.taxes.get(`${country.toLowerCase()}/${resolveStateCode(country.toLowerCase(), state)}`) ??
  rows.taxes.get(`${country.toLowerCase()}/`) ??
  0

const toCouponKey = (couponName: string): string => couponName.trim().toLowerCase()

/** The coupon of auto-renewals. No checkout can use it. */
const subscriptionCoupon = 'subscription_coupon'

function findCoupon(rows: Rows, name: string, currency: CurrencyCode): KnownCoupon | undefined {
  const row = rows.coupons.get(toCouponKey(name))
  if (!row || row.name === subscriptionCoupon) return undefined
  return {
    name: row.name,
    terms: toCouponTerms(row, currency),
    validFromMs: row.validFrom?.getTime() ?? null,
    validUntilMs: row.validUntil?.getTime() ?? null,
    usesLeft: row.maxUses === null ? null : row.maxUses - row.uses,
    isForNewCustomers: row.newCustomersOnly,
    isForPartners: row.partnerOnly,
  }
}

function toCouponTerms(row: CouponRow, currency: CurrencyCode): Coupon | null {
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

function buildTravelItems(rows: Rows, currency: CurrencyCode, language: string): TravelItem[] {
  const names = rows.travelNames.get(language)
  return rows.travelItems.flatMap(({ id, code, name: defaultName, isActive, prices }) => {
    const price = prices[currency]
    if (!isActive || price === undefined) return []
    const name = names?.get(code) ?? defaultName
    return [{ item_id: id, code, name, price: toMajor(price, currency), is_active: true }]
  })
}
