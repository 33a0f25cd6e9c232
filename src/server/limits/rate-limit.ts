import { sql } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { rateLimits } from '@/server/db/tables/counters'
import { ApiError } from '@/server/infra/api-error'
import { hashOf } from '@/server/infra/tokens'

/** The maximum number of tries in a window of time. */
export interface RateLimit {
  name: string
  maxHits: number
  windowSeconds: number
}

/**
 * Counts one try without checking the limit. Counters are database rows, so they hold across
 * instances and restarts.
 */
export async function recordHit(
  backend: Backend,
  limit: RateLimit,
  subject: string,
): Promise<void> {
  await tryIncrement(backend, limit, subject)
}

/**
 * Counts one try, or throws `rate_limited`. A single statement decides, so concurrent tries cannot
 * exceed the limit.
 */
export async function consumeLimit(
  backend: Backend,
  limit: RateLimit,
  subject: string,
): Promise<void> {
  if (await tryIncrement(backend, limit, subject, sql`${rateLimits.count} < ${limit.maxHits}`))
    return
  await assertWithinLimit(backend, limit, subject)
  // The window ended between the two statements: try again in a new one.
  await consumeLimit(backend, limit, subject)
}

/** Takes back a counted try that the limit is not meant for. */
export async function releaseHit(
  { db }: Backend,
  limit: RateLimit,
  subject: string,
): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(sql`${rateLimits.key} = ${hashKey(limit, subject)} and ${rateLimits.count} > 0`)
}

/** Counts one more try in an expired window or if `condition` holds; returns whether it did. */
async function tryIncrement(
  { db, now }: Backend,
  limit: RateLimit,
  subject: string,
  condition = sql`true`,
): Promise<boolean> {
  const resetsAt = new Date(now().getTime() + limit.windowSeconds * 1_000)
  const isExpired = sql`${rateLimits.resetsAt} <= ${now().toISOString()}::timestamptz`
  const rows = await db
    .insert(rateLimits)
    .values({ key: hashKey(limit, subject), count: 1, resetsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isExpired} then 1 else ${rateLimits.count} + 1 end`,
        resetsAt: sql`case when ${isExpired} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
      setWhere: sql`${isExpired} or ${condition}`,
    })
    .returning({ key: rateLimits.key })
  return rows.length > 0
}

/** Throws `rate_limited` once the limit is reached. */
export async function assertWithinLimit(
  backend: Backend,
  limit: RateLimit,
  subject: string,
): Promise<void> {
  const retryAfterSeconds = await getRetryAfterSeconds(backend, limit, subject)
  if (retryAfterSeconds > 0) throw new ApiError('rate_limited', { retryAfterSeconds })
}

/** Seconds until the next try is allowed; 0 while the limit is not reached. */
export async function getRetryAfterSeconds(
  { db, now }: Backend,
  limit: RateLimit,
  subject: string,
): Promise<number> {
  const [row] = await db
    .select()
    .from(rateLimits)
    .where(sql`${rateLimits.key} = ${hashKey(limit, subject)}`)
  if (!row || row.count < limit.maxHits) return 0
  return Math.max(0, Math.ceil((row.resetsAt.getTime() - now().getTime()) / 1_000))
}

/** Addresses and tokens are personal data, so the table contains only their hashes. */
const hashKey = (limit: RateLimit, subject: string): string => hashOf(`${limit.name}/${subject}`)
