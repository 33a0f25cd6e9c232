import { sql } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { rateLimits } from '@/server/db/schema'
import { Failure } from '@/server/failures'
import { hashOf } from '@/server/tokens'

/** How often something may be tried in a window of time. */
export interface Limit {
  name: string
  most: number
  windowSeconds: number
}

/** Counts one try. Counters are rows, so they hold across instances and restarts. */
export async function count({ db, now }: Backend, limit: Limit, who: string): Promise<void> {
  const resetsAt = new Date(now().getTime() + limit.windowSeconds * 1_000)
  const isOver = sql`${rateLimits.resetsAt} <= ${now().toISOString()}::timestamptz`
  await db
    .insert(rateLimits)
    .values({ key: keyOf(limit, who), count: 1, resetsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        resetsAt: sql`case when ${isOver} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
    })
}

/** Refuses with `rate_limited` once the limit is reached. */
export async function refuseOver({ db, now }: Backend, limit: Limit, who: string): Promise<void> {
  const [row] = await db
    .select()
    .from(rateLimits)
    .where(sql`${rateLimits.key} = ${keyOf(limit, who)}`)
  if (!row || row.count < limit.most || row.resetsAt <= now()) return
  const retryAfterSeconds = Math.ceil((row.resetsAt.getTime() - now().getTime()) / 1_000)
  throw new Failure('rate_limited', { retryAfterSeconds })
}

/** Addresses and tokens are personal: the table holds their hashes. */
const keyOf = (limit: Limit, who: string): string => hashOf(`${limit.name}/${who}`)
