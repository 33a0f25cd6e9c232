import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** A constraint that holds for new and changed rows only, and the database's reason. */
export interface UnvalidatedConstraint {
  name: string
  reason: string
}

/**
 * Checks the rows from before each constraint that a migration added as NOT VALID. One statement per
 * constraint, which does not block writes. Returns those that an old row breaks: the shop runs, but
 * such a row cannot be changed.
 */
export async function validateConstraints(
  db: PgDatabase<PgQueryResultHKT>,
): Promise<UnvalidatedConstraint[]> {
  const { rows } = (await db.execute(sql`
    select conname as name,
      format('alter table %s validate constraint %I', conrelid::regclass, conname) as statement
    from pg_constraint
    where not convalidated and connamespace = current_schema()::regnamespace
    order by conname`)) as unknown as { rows: { name: string; statement: string }[] }
  const unvalidated: UnvalidatedConstraint[] = []
  for (const { name, statement } of rows)
    try {
      await db.execute(sql.raw(statement))
    } catch (error) {
      unvalidated.push({ name, reason: reasonOf(error) })
    }
  return unvalidated
}

/** The database's message, which drizzle wraps. It names table and constraint, and no values. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}

/** Lines for the operator; empty when every constraint is valid. */
export const describeUnvalidated = (constraints: UnvalidatedConstraint[]): string =>
  constraints.map(({ name, reason }) => `Not valid for old rows: ${name}: ${reason}\n`).join('')
