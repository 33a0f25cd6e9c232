import { sql } from 'drizzle-orm'
import type { Infer } from '@/contract/api-call'
import type { readPopularCounts } from '@/contract/popular-countries'
import { type PopularCountry, popularCountries } from '@/domain/data/popular-countries'
import type { Backend } from '@/server/backend'
import { checkouts } from '@/server/db/tables/checkouts'
import { orders } from '@/server/db/tables/orders'

type Counts = Infer<typeof readPopularCounts.response>
type CountContext = Pick<Backend, 'db' | 'env' | 'now'>

/** Every open page asks every 5 minutes; the cache limits the query to one per minute. */
const maxAgeMs = 60_000
const cache = new WeakMap<Backend['db'], { atMs: number; counts: Promise<Counts> }>()

/** The counts of the popular-country card, at most a minute old. */
export function loadPopularCounts(context: CountContext): Promise<Counts> {
  const atMs = context.now().getTime()
  const cached = cache.get(context.db)
  if (cached && atMs - cached.atMs < maxAgeMs) return cached.counts
  const counts = readCounts(context)
  cache.set(context.db, { atMs, counts })
  counts.catch(() => cache.delete(context.db))
  return counts
}

async function readCounts(context: CountContext): Promise<Counts> {
  const source = context.env.popularCounts
  if (source === 'orders') return { source, counts: await countOrders(context) }
  return { source, counts: source === 'range' ? generateCounts() : {} }
}

const windowDays = 30
/** Smaller counts could identify single customers. */
const minCount = 20
const roundingStep = 10

/**
 * Paid orders of the last 30 days with the country as a destination or on the licence, rounded down
 * to tens; counts below 20 are omitted.
 */
async function countOrders({ db, now }: CountContext): Promise<Record<string, number>> {
  const since = new Date(now().getTime() - windowDays * 86_400_000)
  const codes = popularCountries.map(({ code }) => code)
  const rows = await db
    .select({
      code: sql<string>`named.code`,
      count: sql<number>`count(distinct ${orders.id})::int`,
    })
    .from(orders)
    .innerJoin(checkouts, sql`${checkouts.id} = ${orders.checkoutId}`)
    .innerJoin(
      sql`lateral (
        select jsonb_array_elements_text(${checkouts.state} -> 'destinations') as code
        union select lower(${checkouts.state} -> 'customer' ->> 'license_issued')
      ) as named`,
      sql`named.code in ${codes}`,
    )
    .where(
      sql`${orders.paidAt} > ${since.toISOString()} and ${orders.status} in ('paid', 'fulfilled')
        and ${orders.kind} = 'plan'`,
    )
    .groupBy(sql`named.code`)
  return Object.fromEntries(
    rows
      .filter(({ count }) => count >= minCount)
      .map(({ code, count }) => [code, count - (count % roundingStep)]),
  )
}

/**
 * Minimum and maximum of the random numbers of `POPULAR_COUNTS=range`. They are for demonstrations;
 * the card calls them invented.
 */
const ranges: Record<PopularCountry, readonly [number, number]> = {
  us: [400, 600],
  gb: [250, 400],
  ca: [200, 320],
  fr: [180, 300],
  in: [160, 280],
  id: [150, 260],
  au: [140, 240],
  it: [120, 220],
  de: [110, 200],
  ph: [80, 160],
}

const generateCounts = (): Record<string, number> =>
  Object.fromEntries(
    Object.entries(ranges).map(([code, [from, to]]) => [
      code,
      from + Math.floor(Math.random() * (to - from + 1)),
    ]),
  )
