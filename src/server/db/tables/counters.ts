import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { LinkRejection } from '@/domain/links/link-check'
import { checkNotNegative } from '@/server/db/tables/checks'
import { timestamptz } from '@/server/db/tables/timestamp'

/** A counted hit. It names its window, so that it is never taken off another window's count. */
export interface CountedHit {
  /** The hash in `rate_limits.key`. */
  key: string
  /** The end of the window, ISO 8601. */
  resetsAt: string
}

/** Hits of rate limits in a time window; keys are hashed. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: timestamptz('resets_at').notNull(),
  },
  table => [checkNotNegative(table.count)],
)

/**
 * Rejected link parameters counted by reason and day (UTC), to find faulty links. Reasons that the
 * domain no longer has stay for 400 days, so no constraint lists them.
 */
export const linkRejections = pgTable(
  'link_rejections',
  {
    day: text('day').notNull(),
    reason: text('reason').$type<LinkRejection>().notNull(),
    count: integer('count').notNull(),
  },
  table => [primaryKey({ columns: [table.day, table.reason] }), checkNotNegative(table.count)],
)
