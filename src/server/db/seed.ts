import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { CurrencyCode } from '@/domain/data/currencies'
import { type Minor, toMinor } from '@/domain/pricing/money'
import type { Db, Tx } from '@/server/db/open'
import { coupons } from '@/server/db/seeds/coupons'
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

/**
 * Writes the seed files, or other prices, to the shop's own tables. Repeatable: rows are replaced,
 * orders do not change.
 */
export const seed = (db: Db, prices = defaultPrices): Promise<void> =>
  db.transaction(async tx => {
    await seedProducts(tx, prices.products)
    await seedShipping(tx, prices.shippingRates)
    await seedTaxes(tx)
    await seedCoupons(tx)
    await seedTravelItems(tx, prices.travelItems)
    await seedPartners(tx)
  })

type Amounts = Partial<Record<CurrencyCode, number>>

/** Converts major units, as in the seed files, to minor units. */
const toMinorAmounts = (amounts: Amounts): Record<string, Minor> =>
  Object.fromEntries(
    Object.entries(amounts).map(([currency, amount]) => [
      currency,
      toMinor(amount, currency as CurrencyCode),
    ]),
  )

async function seedProducts(tx: Tx, products: ShopPrices['products']): Promise<void> {
  await tx.delete(catalogTables.prices)
  await tx.delete(catalogTables.products)
  await tx.insert(catalogTables.products).values(
    products.map(({ id, name, category, years }) => ({
      id,
      name,
      category,
      years,
      showAtCheckout: years !== null,
    })),
  )
  await tx.insert(catalogTables.prices).values(
    products.flatMap(({ id, prices }) =>
      Object.entries(toMinorAmounts(prices)).map(([currency, amount]) => ({
        productId: id,
        currency,
        amount,
      })),
    ),
  )
}

async function seedTravelItems(tx: Tx, items: ShopPrices['travelItems']): Promise<void> {
  await tx.delete(catalogTables.travelItems)
  await tx.insert(catalogTables.travelItems).values(
    items.map(({ id, code, name, is_active, prices }) => ({
      id,
      code,
      name,
      isActive: is_active,
      prices: toMinorAmounts(prices),
    })),
  )
}

async function seedShipping(tx: Tx, rates: ShopPrices['shippingRates']): Promise<void> {
  await tx.delete(catalogTables.shippingMethods)
  await tx.delete(catalogTables.shippingZones)
  await tx.insert(catalogTables.shippingMethods).values(
    rates.map(({ zone, code, name, min_delivery, max_delivery, prices }) => ({
      zone,
      code,
      name,
      minDelivery: min_delivery,
      maxDelivery: max_delivery,
      prices: toMinorAmounts(prices),
    })),
  )
  await tx.insert(catalogTables.shippingZones).values(
    Object.entries(shippingZones).map(([country, zone]) => ({
      country: country.toLowerCase(),
      zone,
    })),
  )
}

async function seedTaxes(tx: Tx): Promise<void> {
  await tx.delete(catalogTables.taxGroups)
  await tx.insert(catalogTables.taxGroups).values(
    taxGroups.map(({ country, state, tax_rate }) => ({
      country: country.toLowerCase(),
      state: state ?? '',
      taxRate: tax_rate,
    })),
  )
}

async function seedCoupons(tx: Tx): Promise<void> {
  const rows = coupons.map(coupon => ({
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
  // An existing coupon retains its id and its uses.
  const { id: _, name, uses: __, ...columns } = getTableColumns(couponTables.coupons)
  const set = Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [key, sql.raw(`excluded.${column.name}`)]),
  )
  await tx.insert(couponTables.coupons).values(rows).onConflictDoUpdate({ target: name, set })
}

/** Adds the sample partners; partners of the operator do not change. */
async function seedPartners(tx: Tx): Promise<void> {
  for (const { name, pickup } of partners) {
    const terms = pickup && {
      minDelivery: pickup.min_delivery,
      maxDelivery: pickup.max_delivery,
      prices: toMinorAmounts(pickup.prices),
    }
    await tx
      .insert(partnerTables.partners)
      .values({ name, pickup: terms, createdAt: new Date() })
      .onConflictDoUpdate({ target: partnerTables.partners.name, set: { pickup: terms } })
    await tx.delete(partnerTables.pickupPoints).where(eq(partnerTables.pickupPoints.partner, name))
    const points = (pickup?.points ?? []).map(point => ({ ...point, partner: name }))
    if (points.length > 0) await tx.insert(partnerTables.pickupPoints).values(points)
  }
  await tx
    .insert(partnerTables.partnerTokens)
    .values(
      sandboxTokens.map(({ token, ...offer }) => ({
        ...offer,
        id: `sandbox-${hashOf(token).slice(0, 12)}`,
        tokenHash: hashOf(token),
        isSandbox: true,
        createdAt: new Date(),
        expiresAt: new Date('2100-01-01T00:00:00Z'),
      })),
    )
    .onConflictDoNothing()
}
