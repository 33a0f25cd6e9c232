import { gte, sql } from 'drizzle-orm'
import { type CountedRejection, type LinkRejection, recentDays } from '@/domain/links/link-check'
import type { Backend } from '@/server/backend'
import { linkRejections } from '@/server/db/tables/counters'
import { toIsoDate } from '@/server/infra/clock'
import { toSafeLog } from '@/server/infra/safe-error-log'

/** Counts why something in a link was not taken. Nobody waits for it, and nothing of the link is kept. */
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
      error => log.warn(toSafeLog(error), 'a rejected link was not counted'),
    )
}

/** How often each reason was counted today and in the last days; those that were not are left out. */
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
