import { timestamp } from 'drizzle-orm/pg-core'

/** A column that holds a moment, whatever the server's time zone is. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
