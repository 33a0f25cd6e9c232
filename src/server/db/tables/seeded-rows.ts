import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * The values that the last seed had for each row. A row that differs from them was changed by an
 * operator, and the next seed leaves it alone.
 */
export const seededRows = pgTable(
  'seeded_rows',
  {
    tableName: text('table_name').notNull(),
    /** The values of the row's key, with `/` between. */
    key: text('key').notNull(),
    values: jsonb('values').$type<Record<string, unknown>>().notNull(),
  },
  table => [primaryKey({ columns: [table.tableName, table.key] })],
)
