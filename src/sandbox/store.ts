import { type Journal, openJournal } from '@/sandbox/journal'

export interface Row {
  readonly id: string
}

interface Change {
  table: string
  row: Row
}

interface Undo {
  table: string
  id: string
  before: Row | undefined
}

export interface Table<R extends Row> {
  find(id: string): R | undefined
  /** Rows in the order they were first put. */
  all(): R[]
  /** Stages a row; it is on disk only after `commit`. Rows are values: never change one in place. */
  put(row: R): R
}

export interface Store {
  table<R extends Row>(name: string): Table<R>
  /** Writes everything staged as one line, so that a crash keeps all of it or none of it. */
  commit(): void
  rollback(): void
  close(): void
}

/** Opens the objects and the ledger kept in one journal file. */
export function openStore(path: string): Store {
  const tables = new Map<string, Map<string, Row>>()
  let staged: Change[] = []
  let undo: Undo[] = []

  const rowsOf = (name: string): Map<string, Row> => {
    const rows = tables.get(name) ?? new Map<string, Row>()
    tables.set(name, rows)
    return rows
  }
  const journal: Journal<Change[]> = openJournal(path, changes => {
    for (const { table, row } of changes) rowsOf(table).set(row.id, row)
  })
  const restore = ({ table, id, before }: Undo): void => {
    if (before) rowsOf(table).set(id, before)
    else rowsOf(table).delete(id)
  }

  return {
    table: <R extends Row>(name: string): Table<R> => ({
      find: id => rowsOf(name).get(id) as R | undefined,
      all: () => [...rowsOf(name).values()] as R[],
      put: row => {
        undo.push({ table: name, id: row.id, before: rowsOf(name).get(row.id) })
        staged.push({ table: name, row })
        rowsOf(name).set(row.id, row)
        return row
      },
    }),
    commit() {
      if (staged.length > 0) journal.append(staged)
      staged = []
      undo = []
    },
    rollback() {
      for (const step of undo.reverse()) restore(step)
      staged = []
      undo = []
    },
    close: () => journal.close(),
  }
}
