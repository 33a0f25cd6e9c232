import { sql } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { rateLimits } from '@/server/db/tables/counters'
import { Failure } from '@/server/infra/api-error'
import { hashOf } from '@/server/infra/tokens'

/** How often something may be tried in a window of time. */
export interface Limit {
  name: string
  most: number
  windowSeconds: number
}

/** Counts one try. Counters are rows, so they hold across instances and restarts. */
export async function count(backend: Backend, limit: Limit, who: string): Promise<void> {
  await counted(backend, limit, who)
}

/**
 * Counts one try, or refuses it with `rate_limited`. One statement decides: of any number at once, only as
 * many as the limit get through.
 */
export async function take(backend: Backend, limit: Limit, who: string): Promise<void> {
  if (await counted(backend, limit, who, sql`${rateLimits.count} < ${limit.most}`)) return
  await refuseOver(backend, limit, who)
  // The window ended between the two looks: a new one has begun.
  await take(backend, limit, who)
}

/** Takes a counted try back: it was none of those the limit is for. */
export async function giveBack({ db }: Backend, limit: Limit, who: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(sql`${rateLimits.key} = ${keyOf(limit, who)} and ${rateLimits.count} > 0`)
}

/** Whether one more was counted: always, or while the window is one in which it may be. */
async function counted(
  { db, now }: Backend,
  limit: Limit,
  who: string,
  may = sql`true`,
): Promise<boolean> {
  const resetsAt = new Date(now().getTime() + limit.windowSeconds * 1_000)
  const isOver = sql`${rateLimits.resetsAt} <= ${now().toISOString()}::timestamptz`
  const rows = await db
    .insert(rateLimits)
    .values({ key: keyOf(limit, who), count: 1, resetsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        resetsAt: sql`case when ${isOver} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
      setWhere: sql`${isOver} or ${may}`,
    })
    .returning({ key: rateLimits.key })
  return rows.length > 0
}

/** Refuses with `rate_limited` once the limit is reached. */
export async function refuseOver(backend: Backend, limit: Limit, who: string): Promise<void> {
  const retryAfterSeconds = await secondsOver(backend, limit, who)
  if (retryAfterSeconds > 0) throw new Failure('rate_limited', { retryAfterSeconds })
}

/** For how many seconds yet no more may be tried; 0 while the limit is not reached. */
export async function secondsOver(
  { db, now }: Backend,
  limit: Limit,
  who: string,
): Promise<number> {
  const [row] = await db
    .select()
    .from(rateLimits)
    .where(sql`${rateLimits.key} = ${keyOf(limit, who)}`)
  if (!row || row.count < limit.most) return 0
  return Math.max(0, Math.ceil((row.resetsAt.getTime() - now().getTime()) / 1_000))
}

/** Addresses and tokens are personal: the table holds their hashes. */
const keyOf = (limit: Limit, who: string): string => hashOf(`${limit.name}/${who}`)
