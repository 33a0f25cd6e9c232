import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { LinkRejection } from '@/domain/links/link-check'
import { timestamptz } from '@/server/db/tables/timestamp'

/** How often something was tried in a window of time, by whom; keys are hashed. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  resetsAt: timestamptz('resets_at').notNull(),
})

/** How often links had something that was not taken, by its reason and day (UTC): somebody's mistake, to be found. */
export const linkRejections = pgTable(
  'link_rejections',
  {
    day: text('day').notNull(),
    reason: text('reason').$type<LinkRejection>().notNull(),
    count: integer('count').notNull(),
  },
  table => [primaryKey({ columns: [table.day, table.reason] })],
)
