import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/server/db/open'
import { type CountedHit, rateLimits } from '@/server/db/tables/counters'
import { ApiError } from '@/server/infra/api-error'
import { hashOf } from '@/server/infra/tokens'

/** The maximum number of tries in a window of time. */
export interface RateLimit {
  name: string
  maxHits: number
  windowSeconds: number
}

/** The database, or a transaction that the counted hit belongs to. */
interface Counters {
  db: Db | Tx
  now: () => Date
}

/**
 * Counts one try and returns the hit, or throws `rate_limited`. A single statement decides, so
 * concurrent tries cannot exceed the limit. Counters are database rows, so they hold across
 * instances and restarts.
 */
export async function consumeLimit(
  counters: Counters,
  limit: RateLimit,
  subject: string,
): Promise<CountedHit> {
  const hit = await tryConsume(counters, limit, subject)
  if ('resetsAt' in hit) return hit
  throw new ApiError('rate_limited', { retryAfterSeconds: hit.retryAfterSeconds })
}

/** A try above the limit: its counter, and the seconds until the next try is allowed. */
interface RefusedHit {
  key: string
  retryAfterSeconds: number
}

/** Like `consumeLimit`, but returns a refusal instead of throwing. */
export async function tryConsume(
  counters: Counters,
  limit: RateLimit,
  subject: string,
): Promise<CountedHit | RefusedHit> {
  const key = hashKey(limit, subject)
  const hit = await tryIncrement(counters, limit, key)
  if (hit) return hit
  // Null: the window ended between the two statements. Try again in a new one.
  return (await findRefusal(counters, limit, subject)) ?? tryConsume(counters, limit, subject)
}

/** The refusal that a try would get now, without counting one; null below the limit. */
export async function findRefusal(
  counters: Counters,
  limit: RateLimit,
  subject: string,
): Promise<RefusedHit | null> {
  const key = hashKey(limit, subject)
  const retryAfterSeconds = await readRetryAfterSeconds(counters, limit, key)
  return retryAfterSeconds > 0 ? { key, retryAfterSeconds } : null
}

/** Takes back a hit that the limit is not meant for; does nothing once its window has ended. */
export async function releaseHit(
  { db }: Pick<Counters, 'db'>,
  { key, resetsAt }: CountedHit,
): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(
      and(
        eq(rateLimits.key, key),
        eq(rateLimits.resetsAt, new Date(resetsAt)),
        gt(rateLimits.count, 0),
      ),
    )
}

/** Counts one more try in an expired window or below the limit; undefined otherwise. */
async function tryIncrement(
  { db, now }: Counters,
  { maxHits, windowSeconds }: RateLimit,
  key: string,
): Promise<CountedHit | undefined> {
  const resetsAt = new Date(now().getTime() + windowSeconds * 1_000)
  const isExpired = sql`${rateLimits.resetsAt} <= ${now().toISOString()}::timestamptz`
  const [row] = await db
    .insert(rateLimits)
    .values({ key, count: 1, resetsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isExpired} then 1 else ${rateLimits.count} + 1 end`,
        resetsAt: sql`case when ${isExpired} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
      setWhere: sql`${isExpired} or ${rateLimits.count} < ${maxHits}`,
    })
    .returning({ resetsAt: rateLimits.resetsAt })
  return row && { key, resetsAt: row.resetsAt.toISOString() }
}

/** Seconds until the next try is allowed; 0 while the limit is not reached. */
async function readRetryAfterSeconds(
  { db, now }: Counters,
  { maxHits }: RateLimit,
  key: string,
): Promise<number> {
  const [row] = await db.select().from(rateLimits).where(eq(rateLimits.key, key))
  if (!row || row.count < maxHits) return 0
  return Math.max(0, Math.ceil((row.resetsAt.getTime() - now().getTime()) / 1_000))
}

/** Addresses and tokens are personal data, so the table contains only their hashes. */
const hashKey = (limit: RateLimit, subject: string): string => hashOf(`${limit.name}/${subject}`)
