export interface LogEntry {
  at: string
  method: string
  path: string
  idempotencyKey: string | null
  requestId: string | null
  /** Null while running and when the connection was cut instead of an answer. */
  status: number | null
  isReplay: boolean
  fault: string | null
}

export interface RequestLog {
  /** Adds a request; the entry is filled in as it is answered. */
  addEntry(entry: Pick<LogEntry, 'method' | 'path' | 'idempotencyKey' | 'requestId'>): LogEntry
  entries(): LogEntry[]
}

const MAX_ENTRIES = 20_000

/** What was asked since the start, in order: no bodies, so no cards and no secrets. */
export function newRequestLog(): RequestLog {
  const entries: LogEntry[] = []
  return {
    addEntry(request) {
      const at = new Date().toISOString()
      const entry = { at, ...request, status: null, isReplay: false, fault: null }
      entries.push(entry)
      if (entries.length > MAX_ENTRIES) entries.shift()
      return entry
    },
    entries: () => entries,
  }
}
