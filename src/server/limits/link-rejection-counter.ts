import { gte, sql } from 'drizzle-orm'
import { type CountedRejection, type LinkRejection, recentDays } from '@/domain/links/link-check'
import type { Backend } from '@/server/backend'
import { linkRejections } from '@/server/db/tables/counters'
import { toIsoDate } from '@/server/infra/clock'
import { toSafeLog } from '@/server/infra/safe-error-log'

/**
 * Counts the reason why a link parameter was ignored. It runs in the background; nothing of the
 * link is stored.
 */
export function countRejection(backend: Backend, reason: LinkRejection): void {
  const { db, now, log } = backend
  db.insert(linkRejections)
    .values({ day: toIsoDate(now()), reason, count: 1 })
    .onConflictDoUpdate({
      target: [linkRejections.day, linkRejections.reason],
      set: { count: sql`${linkRejections.count} + 1` },
    })
    .then(
      () => undefined,
      error =>
        log.warn(
          { event: 'link.count_failed', ...toSafeLog(error) },
          'a rejected link could not be counted',
        ),
    )
}

/**
 * The count of each reason, today and in the last 30 days, highest first; reasons without a count
 * are omitted.
 */
export async function listRejections({ db, now }: Backend): Promise<CountedRejection[]> {
  const today = sql<number>`coalesce(sum(${linkRejections.count}) filter (where ${linkRejections.day} = ${toIsoDate(now())}), 0)::int`
  return db
    .select({
      reason: linkRejections.reason,
      today,
      lately: sql<number>`sum(${linkRejections.count})::int`,
    })
    .from(linkRejections)
    .where(gte(linkRejections.day, toIsoDate(new Date(now().getTime() - recentDays * dayMs))))
    .groupBy(linkRejections.reason)
    .orderBy(sql`3 desc`)
}

const dayMs = 24 * 60 * 60_000
