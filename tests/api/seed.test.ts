import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareDatabase } from '@/server/backend'
import type { OpenDatabase } from '@/server/db/open'
import { wrapPglite } from '@/server/db/open'
import { seed } from '@/server/db/seed'
import { priceBook } from '@/server/db/seeds/price-book'
import { shippingRates } from '@/server/db/seeds/shipping'
import { prices, products, taxGroups } from '@/server/db/tables/catalog'
import { coupons } from '@/server/db/tables/coupons'
import { partners, partnerTokens, pickupPoints } from '@/server/db/tables/partners'
import { seededRows } from '@/server/db/tables/seeded-rows'
import { openPreparedDatabase } from '../support/embedded-template'

const sandbox = { hasSamples: true }
const live = { hasSamples: false }
const liveCoupons = ['FROMIDAWITHLOVE', 'SPRINGDEAL', 'SUMMERDEAL', 'subscription_coupon', 'take50']

let database: OpenDatabase
/** A database with samples, seeded before. */
beforeEach(async () => {
  database = await openPreparedDatabase()
})
afterEach(() => database.close())

/** Names of the coupons that can be used today. */
async function listOpenCoupons(): Promise<string[]> {
  const rows = await database.db.select().from(coupons)
  return rows
    .filter(({ validUntil }) => validUntil === null || validUntil > new Date())
    .map(({ name }) => name)
    .sort()
}

const findCoupon = async (name: string) =>
  (await database.db.select().from(coupons).where(eq(coupons.name, name)))[0]

const changeCoupon = (name: string, values: Partial<typeof coupons.$inferInsert>) =>
  database.db.update(coupons).set(values).where(eq(coupons.name, name))

const findPrice = async (productId: number, currency: string) =>
  (await database.db.select().from(prices).where(eq(prices.productId, productId))).find(
    row => row.currency === currency,
  )?.amount

/** What version 1.3.5 left: the rows, and no record of them. */
const forgetSeed = () => database.db.delete(seededRows)

describe('a new live shop', () => {
  it('has the general coupons and the deals, and no sample of anything', async () => {
    await database.close()
    const { PGlite } = await import('@electric-sql/pglite')
    database = await wrapPglite(await PGlite.create())
    await prepareDatabase(database, live)
    expect(await listOpenCoupons()).toEqual(liveCoupons)
    expect(await database.db.select().from(partners)).toEqual([])
    expect(await database.db.select().from(partnerTokens)).toEqual([])
  })
})

describe('seeding a live shop that has samples', () => {
  it.each(['recorded', 'of version 1.3.5'])('ends them: %s', async origin => {
    if (origin !== 'recorded') await forgetSeed()
    await changeCoupon('LIMITED', { uses: 2 })
    const { withdrawn } = await seed(database.db, live)
    expect(withdrawn).toContain('coupons FULL100')
    expect(withdrawn).toContain('coupons LIMITED')
    expect(await listOpenCoupons()).toEqual(['EVERYTHINGFREE', ...liveCoupons])
    const tokens = await database.db.select().from(partnerTokens)
    expect(tokens.length).toBeGreaterThan(0)
    expect(tokens.every(({ expiresAt }) => expiresAt <= new Date())).toBe(true)
    expect(await seed(database.db, live)).toEqual({ kept: [], withdrawn: [] })
  })

  it.each(['recorded', 'of version 1.3.5'])(
    'leaves the ones that the operator changed: %s',
    async origin => {
      if (origin !== 'recorded') await forgetSeed()
      await changeCoupon('FULL100', { amount: 5 })
      expect((await seed(database.db, live)).withdrawn).not.toContain('coupons FULL100')
      expect(await findCoupon('FULL100')).toMatchObject({ amount: 5, validUntil: null })
    },
  )
})

describe.each([
  ['recorded', async () => {}],
  ['of version 1.3.5', forgetSeed],
])('seeding again, the last seed is %s,', (_, arrange) => {
  it.each([
    ['live', live],
    ['sandbox', sandbox],
  ])('leaves changed, ended and deleted coupons alone: %s', async (_, options) => {
    await arrange()
    const ended = new Date('2026-01-01T00:00:00Z')
    await changeCoupon('take50', { amount: 30 })
    await changeCoupon('SPRINGDEAL', { validUntil: ended })
    await database.db.delete(coupons).where(eq(coupons.name, 'SUMMERDEAL'))
    for (const _ of ['once', 'twice']) {
      const { kept } = await seed(database.db, options)
      expect(kept).toEqual(['coupons take50', 'coupons SPRINGDEAL', 'coupons SUMMERDEAL'])
    }
    expect((await findCoupon('take50'))?.amount).toBe(30)
    expect((await findCoupon('SPRINGDEAL'))?.validUntil).toEqual(ended)
    expect(await findCoupon('SUMMERDEAL')).toBeUndefined()
  })

  it('leaves changed prices and taxes alone, unless they are to be replaced', async () => {
    await arrange()
    const taxesBefore = await database.db.select().from(taxGroups)
    await database.db.update(prices).set({ amount: 1_234 }).where(eq(prices.productId, 42))
    await database.db.update(taxGroups).set({ taxRate: 1 }).where(eq(taxGroups.country, 'de'))
    const { kept } = await seed(database.db, sandbox)
    expect(kept).toContain('prices 42/EUR')
    expect(kept).toContain('tax_groups de/')
    expect(await findPrice(42, 'EUR')).toBe(1_234)
    expect((await seed(database.db, { ...sandbox, replacesPrices: true })).kept).toEqual([])
    expect(await findPrice(42, 'EUR')).toBe(6_500)
    expect(await database.db.select().from(taxGroups)).toEqual(expect.arrayContaining(taxesBefore))
  })

  it('leaves changed partners and pickup points alone', async () => {
    await arrange()
    const terms = { minDelivery: 9, maxDelivery: 10, prices: { USD: 500 } }
    await database.db.update(partners).set({ pickup: terms }).where(eq(partners.name, 'Bali Bikes'))
    await database.db.update(pickupPoints).set({ hours: '10:00–12:00' })
    await seed(database.db, sandbox)
    const [partner] = await database.db
      .select()
      .from(partners)
      .where(eq(partners.name, 'Bali Bikes'))
    expect(partner?.pickup).toEqual(terms)
    const points = await database.db.select().from(pickupPoints)
    expect(points.map(({ hours }) => hours)).toEqual(points.map(() => '10:00–12:00'))
  })
})

describe('a changed seed file', () => {
  const cheaper = priceBook.map(product =>
    product.id === 42 ? { ...product, prices: { ...product.prices, USD: 65, EUR: 60 } } : product,
  )
  const newPrices = {
    products: cheaper.filter(({ id }) => id !== 41),
    travelItems: [],
    shippingRates,
  }

  it('changes what no operator has changed, and removes what it no longer has', async () => {
    await database.db.update(prices).set({ amount: 1_234 }).where(eq(prices.currency, 'EUR'))
    const { kept, withdrawn } = await seed(database.db, { ...sandbox, prices: newPrices })
    expect(await findPrice(42, 'USD')).toBe(6_500)
    expect(await findPrice(42, 'EUR')).toBe(1_234)
    expect(kept).toContain('prices 42/EUR')
    expect(withdrawn).toContain('products 41')
    expect(await findPrice(41, 'EUR')).toBeUndefined()
    const remaining = await database.db.select({ id: products.id }).from(products)
    expect(remaining.map(({ id }) => id).sort()).toEqual(newPrices.products.map(({ id }) => id))
  })
})
