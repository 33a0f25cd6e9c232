import { and, eq, getTableColumns, getTableName, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '@/server/db/open'
import { seededRows } from '@/server/db/tables/seeded-rows'

export type SeedRow = Record<string, unknown>

export interface SeedTable {
  table: PgTable
  /** The properties that identify a row; they are unique in the table. */
  keys: readonly string[]
  rows: readonly SeedRow[]
  /** Further values of new rows; they are never compared. */
  newRowValues?: SeedRow
  /** The rows of the last seed when that was not recorded; default: the recorded ones. */
  lastSeed?: readonly SeedRow[] | undefined
  /** The values that end a row which the seed no longer has; default: it is deleted. */
  endedValues?: SeedRow
  /** Whether rows that an operator changed or deleted are written too. */
  replacesChanges?: boolean | undefined
}

/** Rows as `table key`, such as `prices 42/EUR`. */
export interface MergeResult {
  /** Rows that an operator changed or deleted, and that the seed would write otherwise. */
  kept: string[]
  /** Rows that the seed no longer has, and that were ended or deleted. */
  withdrawn: string[]
}

/**
 * Brings a table to the seed's rows and leaves what operators changed: a row is only written, ended
 * or deleted while it has the values of the last seed. Rows that no seed had do not change.
 */
export async function mergeSeed(tx: Tx, seed: SeedTable): Promise<MergeResult> {
  const { table, keys, rows, replacesChanges = false } = seed
  const name = getTableName(table)
  const keyOf = (row: SeedRow) => keys.map(key => row[key]).join('/')
  const current = indexRows(await tx.select().from(table), keyOf)
  const last = seed.lastSeed ? indexRows(seed.lastSeed, keyOf) : await readLastSeed(tx, name)
  const wanted = indexRows(rows, keyOf)

  const isUntouched = (key: string): boolean => {
    const [row, lastRow] = [current.get(key), last.get(key)]
    return row ? lastRow !== undefined && hasValues(row, lastRow) : lastRow === undefined
  }
  const differing = [...wanted].filter(([key, row]) => !hasValues(current.get(key) ?? {}, row))
  const written = differing.filter(([key]) => replacesChanges || isUntouched(key))
  const kept = differing.filter(row => !written.includes(row))
  const withdrawn = [...last].filter(
    ([key]) => !wanted.has(key) && current.has(key) && isUntouched(key),
  )
  const newRows = written.map(([, row]) => ({ ...row, ...seed.newRowValues }))
  if (newRows.length > 0) await upsertRows(tx, seed, newRows)
  await withdrawRows(
    tx,
    seed,
    withdrawn.map(([, row]) => row),
  )
  await recordSeed(tx, name, wanted)
  const describe = ([key]: [string, SeedRow]) => `${name} ${key}`
  return { kept: kept.map(describe), withdrawn: withdrawn.map(describe) }
}

const indexRows = (rows: readonly SeedRow[], keyOf: (row: SeedRow) => string) =>
  new Map(rows.map(row => [keyOf(row), row]))

async function readLastSeed(tx: Tx, name: string): Promise<Map<string, SeedRow>> {
  const rows = await tx.select().from(seededRows).where(eq(seededRows.tableName, name))
  return new Map(rows.map(({ key, values }) => [key, values]))
}

/** Whether the row has all these values; it may have others. */
const hasValues = (row: SeedRow, values: SeedRow): boolean =>
  Object.entries(values).every(([name, value]) => toComparable(row[name]) === toComparable(value))

/** JSON with sorted keys: `jsonb` sorts them its own way and has dates as texts. */
const toComparable = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort())
      : part,
  )

const columnsOf = (table: PgTable) => getTableColumns(table) as Record<string, PgColumn>

async function upsertRows(tx: Tx, { table, keys, rows }: SeedTable, newRows: SeedRow[]) {
  const columns = columnsOf(table)
  const names = Object.keys(rows[0] ?? {}).filter(name => !keys.includes(name))
  const set = names.map(name => [name, sql.raw(`excluded.${columns[name]?.name}`)])
  const target = keys.flatMap(key => columns[key] ?? [])
  await tx
    .insert(table)
    .values(newRows)
    .onConflictDoUpdate({ target, set: Object.fromEntries(set) })
}

async function withdrawRows(tx: Tx, { table, keys, endedValues }: SeedTable, rows: SeedRow[]) {
  const columns = columnsOf(table)
  const matchKey = (row: SeedRow): SQL | undefined =>
    and(...keys.map(key => sql`${columns[key]} = ${row[key]}`))
  const condition = or(...rows.map(matchKey))
  if (!condition) return
  if (endedValues) await tx.update(table).set(endedValues).where(condition)
  else await tx.delete(table).where(condition)
}

async function recordSeed(tx: Tx, tableName: string, rows: Map<string, SeedRow>) {
  await tx.delete(seededRows).where(eq(seededRows.tableName, tableName))
  const records = [...rows].map(([key, values]) => ({ tableName, key, values }))
  if (records.length > 0) await tx.insert(seededRows).values(records)
}
