import { count } from 'drizzle-orm'
import type { CurrencyCode } from '@/domain/data/currencies'
import { type Minor, toMinor } from '@/domain/pricing/money'
import { type MergeResult, mergeSeed, type SeedTable } from '@/server/db/merge-seed'
import type { Db, Tx } from '@/server/db/open'
import { type CouponSeed, coupons, sampleCoupons } from '@/server/db/seeds/coupons'
import { partners, sandboxTokens } from '@/server/db/seeds/partners'
import {
  type PricedProduct,
  type PricedTravelItem,
  priceBook,
  travelPrices,
} from '@/server/db/seeds/price-book'
import { type ShippingRate, shippingRates } from '@/server/db/seeds/shipping'
import { shippingZones } from '@/server/db/seeds/shipping-zones'
import { taxGroups } from '@/server/db/seeds/tax-groups'
import * as catalogTables from '@/server/db/tables/catalog'
import * as couponTables from '@/server/db/tables/coupons'
import * as partnerTables from '@/server/db/tables/partners'
import { seededRows } from '@/server/db/tables/seeded-rows'
import { hashOf } from '@/server/infra/tokens'

/** All seeded prices, in major units. */
export interface ShopPrices {
  products: readonly PricedProduct[]
  travelItems: readonly PricedTravelItem[]
  shippingRates: readonly ShippingRate[]
}

const defaultPrices: ShopPrices = {
  products: priceBook,
  travelItems: travelPrices,
  shippingRates,
}

export interface SeedOptions {
  /** Prices of the price book unless others are given. */
  prices?: ShopPrices
  /** Whether the sample coupons and partners are seeded: never where payments take money. */
  hasSamples: boolean
  /** Whether plans, prices, delivery and taxes that an operator changed are written too. */
  replacesPrices?: boolean
}

/**
 * Writes the seed files, or other prices, to the shop's own tables. Repeatable: what operators
 * changed or deleted stays, and so do orders. Without samples, sample coupons and tokens of an
 * earlier seed end unless an operator changed them.
 */
export const seed = (db: Db, options: SeedOptions): Promise<MergeResult> =>
  db.transaction(async tx => {
    const tables = listTables(options, await isSeededWithoutRecord(tx))
    const results: MergeResult[] = []
    for (const table of tables) results.push(await mergeSeed(tx, table))
    return {
      kept: results.flatMap(({ kept }) => kept),
      withdrawn: results.flatMap(({ withdrawn }) => withdrawn),
    }
  })

/** Version 1.3.5 and earlier did not record what they seeded. */
async function isSeededWithoutRecord(tx: Tx): Promise<boolean> {
  const [products] = await tx.select({ rows: count() }).from(catalogTables.products)
  const [records] = await tx.select({ rows: count() }).from(seededRows)
  return products?.rows !== 0 && records?.rows === 0
}

function listTables(
  { prices = defaultPrices, hasSamples, replacesPrices }: SeedOptions,
  hasNoRecord: boolean,
): SeedTable[] {
  const catalog = listCatalogTables(prices).map(table => ({
    ...table,
    replacesChanges: replacesPrices,
  }))
  return [
    ...catalog,
    {
      table: couponTables.coupons,
      keys: ['name'],
      rows: toCouponRows(hasSamples ? [...coupons, ...sampleCoupons] : coupons),
      lastSeed: hasNoRecord ? toCouponRows([...coupons, ...sampleCoupons]) : undefined,
      endedValues: { validUntil: new Date() },
    },
    ...(hasSamples ? listPartnerTables() : []),
    {
      table: partnerTables.partnerTokens,
      keys: ['id'],
      rows: hasSamples ? toTokenRows() : [],
      newRowValues: { createdAt: new Date() },
      lastSeed: hasNoRecord ? toTokenRows() : undefined,
      endedValues: { expiresAt: new Date() },
    },
  ]
}

type Amounts = Partial<Record<CurrencyCode, number>>

/** Converts major units, as in the seed files, to minor units. */
const toMinorAmounts = (amounts: Amounts): Record<string, Minor> =>
  Object.fromEntries(
    Object.entries(amounts).map(([currency, amount]) => [
      currency,
      toMinor(amount, currency as CurrencyCode),
    ]),
  )

const listCatalogTables = ({ products, travelItems, shippingRates }: ShopPrices): SeedTable[] => [
  {
    table: catalogTables.products,
    keys: ['id'],
    rows: products.map(({ id, name, category, years }) => ({
      id,
      name,
      category,
      years,
      showAtCheckout: years !== null,
    })),
  },
  {
    table: catalogTables.prices,
    keys: ['productId', 'currency'],
    rows: products.flatMap(({ id, prices }) =>
      Object.entries(toMinorAmounts(prices)).map(([currency, amount]) => ({
        productId: id,
        currency,
        amount,
      })),
    ),
  },
  {
    table: catalogTables.shippingMethods,
    keys: ['zone', 'code'],
    rows: shippingRates.map(({ zone, code, name, min_delivery, max_delivery, prices }) => ({
      zone,
      code,
      name,
      minDelivery: min_delivery,
      maxDelivery: max_delivery,
      prices: toMinorAmounts(prices),
    })),
  },
  {
    table: catalogTables.shippingZones,
    keys: ['country'],
    rows: Object.entries(shippingZones).map(([country, zone]) => ({
      country: country.toLowerCase(),
      zone,
    })),
  },
  {
    table: catalogTables.taxGroups,
    keys: ['country', 'state'],
    rows: taxGroups.map(({ country, state, tax_rate }) => ({
      country: country.toLowerCase(),
      state: state ?? '',
      taxRate: tax_rate,
    })),
  },
  {
    table: catalogTables.travelItems,
    keys: ['id'],
    rows: travelItems.map(({ id, code, name, is_active, prices }) => ({
      id,
      code,
      name,
      isActive: is_active,
      prices: toMinorAmounts(prices),
    })),
  },
]

/** Without ids and uses, which belong to the shop. */
const toCouponRows = (seeds: readonly CouponSeed[]) =>
  seeds.map(coupon => ({
    name: coupon.name,
    discountType: coupon.discount_type,
    amount: coupon.discount_type === 'percentage' ? coupon.amount : null,
    amounts: coupon.discount_type === 'percentage' ? null : toMinorAmounts(coupon.amount),
    products: [...coupon.products],
    travelProducts: [...coupon.travel_products],
    freeShipping: coupon.free_shipping,
    validFrom: coupon.valid_from ? new Date(coupon.valid_from) : null,
    validUntil: coupon.valid_until ? new Date(coupon.valid_until) : null,
    maxUses: coupon.max_uses ?? null,
    newCustomersOnly: coupon.new_customers_only ?? false,
    partnerOnly: coupon.partner_only ?? false,
  }))

const listPartnerTables = (): SeedTable[] => [
  {
    table: partnerTables.partners,
    keys: ['name'],
    rows: partners.map(({ name, pickup }) => ({
      name,
      pickup: pickup && {
        minDelivery: pickup.min_delivery,
        maxDelivery: pickup.max_delivery,
        prices: toMinorAmounts(pickup.prices),
      },
    })),
    newRowValues: { createdAt: new Date() },
  },
  {
    table: partnerTables.pickupPoints,
    keys: ['id'],
    rows: partners.flatMap(({ name, pickup }) =>
      (pickup?.points ?? []).map(point => ({ ...point, partner: name })),
    ),
  },
]

const toTokenRows = () =>
  sandboxTokens.map(({ token, ...offer }) => ({
    ...offer,
    id: `sandbox-${hashOf(token).slice(0, 12)}`,
    tokenHash: hashOf(token),
    isSandbox: true,
    expiresAt: new Date('2100-01-01T00:00:00Z'),
  }))
