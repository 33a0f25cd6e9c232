import { type Journal, openJournal } from '@/sandbox/journal'

export interface Row {
  readonly id: string
}

interface Change {
  table: string
  row: Row
}

interface UndoStep {
  table: string
  id: string
  previous: Row | undefined
}

export interface Table<R extends Row> {
  find(id: string): R | undefined
  /** Rows in insertion order. */
  list(): R[]
  /** Stages a row; it is on disk only after `commit`. Rows are immutable values. */
  put(row: R): R
}

export interface Store {
  table<R extends Row>(name: string): Table<R>
  /** Writes everything staged as one line, so that a crash keeps all of it or none of it. */
  commit(): void
  rollback(): void
  /** Commits what the work stages, or nothing when it throws. */
  transact<T>(work: () => T): T
  close(): void
}

/** Opens the tables and the ledger of one journal file. */
export function openStore(path: string): Store {
  const tables = new Map<string, Map<string, Row>>()
  let stagedChanges: Change[] = []
  let undoSteps: UndoStep[] = []

  const getRows = (name: string): Map<string, Row> => {
    const rows = tables.get(name) ?? new Map<string, Row>()
    tables.set(name, rows)
    return rows
  }
  const journal: Journal<Change[]> = openJournal(path, changes => {
    for (const { table, row } of changes) getRows(table).set(row.id, row)
  })
  const restore = ({ table, id, previous }: UndoStep): void => {
    if (previous) getRows(table).set(id, previous)
    else getRows(table).delete(id)
  }

  const store: Store = {
    table: <R extends Row>(name: string): Table<R> => ({
      find: id => getRows(name).get(id) as R | undefined,
      list: () => [...getRows(name).values()] as R[],
      put: row => {
        undoSteps.push({ table: name, id: row.id, previous: getRows(name).get(row.id) })
        stagedChanges.push({ table: name, row })
        getRows(name).set(row.id, row)
        return row
      },
    }),
    commit() {
      if (stagedChanges.length > 0) journal.append(stagedChanges)
      stagedChanges = []
      undoSteps = []
    },
    rollback() {
      for (const step of undoSteps.reverse()) restore(step)
      stagedChanges = []
      undoSteps = []
    },
    transact(work) {
      try {
        const result = work()
        store.commit()
        return result
      } catch (error) {
        store.rollback()
        throw error
      }
    },
    close: () => journal.close(),
  }
  return store
}
