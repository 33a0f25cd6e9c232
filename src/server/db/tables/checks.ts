import { getTableName, type SQL, sql } from 'drizzle-orm'
import { type CheckBuilder, check, type PgColumn } from 'drizzle-orm/pg-core'

/** Names a constraint as PostgreSQL would: `orders_status_check`. */
const checkColumn = (column: PgColumn, condition: SQL): CheckBuilder =>
  check(`${getTableName(column.table)}_${column.name}_check`, condition)

/** The column has one of the values, or is null. */
export const checkOneOf = (column: PgColumn, values: readonly string[]): CheckBuilder =>
  checkColumn(column, sql`${column} in (${sql.raw(values.map(value => `'${value}'`).join(', '))})`)

/** The count or the amount in minor units is 0 or more, or is null. */
export const checkNotNegative = (column: PgColumn): CheckBuilder =>
  checkColumn(column, sql`${column} >= 0`)

/** The number is 1 or more, or is null. */
export const checkPositive = (column: PgColumn): CheckBuilder =>
  checkColumn(column, sql`${column} > 0`)

/** The percentage is from 0 to 100, or is null. */
export const checkPercent = (column: PgColumn): CheckBuilder =>
  checkColumn(column, sql`${column} between 0 and 100`)

/** The currency is a code of three capitals. The list of currencies sold is the domain's. */
export const checkCurrency = (column: PgColumn): CheckBuilder =>
  checkColumn(column, sql`${column} ~ '^[A-Z]{3}$'`)

/** The country is a code of two small letters: any other spelling would never be found. */
export const checkCountry = (column: PgColumn): CheckBuilder =>
  checkColumn(column, sql`${column} ~ '^[a-z]{2}$'`)

/** The JSON value maps currencies to amounts in minor units of 0 or more, or is null. */
export const checkAmounts = (column: PgColumn): CheckBuilder =>
  checkColumn(
    column,
    sql`jsonb_typeof(${column}) = 'object' and not jsonb_path_exists(${column}, '$.* ? (@.type() != "number" || @ < 0)')`,
  )
