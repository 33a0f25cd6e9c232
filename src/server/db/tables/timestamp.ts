import { timestamp } from 'drizzle-orm/pg-core'

/** A timestamp column that does not depend on the server's time zone. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
