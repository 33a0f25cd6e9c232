import { numeric } from 'drizzle-orm/pg-core'

/**
 * A percentage as a number: 8.875 is 8.875 percent. The column has no scale, so PostgreSQL stores
 * every decimal as written and rounds none.
 */
export const percent = (name: string) => numeric(name, { mode: 'number' })
