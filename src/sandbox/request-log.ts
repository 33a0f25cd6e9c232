export interface LogEntry {
  at: string
  method: string
  path: string
  idempotencyKey: string | null
  requestId: string | null
  /** Null while running, and if the connection was dropped instead of a response. */
  status: number | null
  isReplay: boolean
  fault: string | null
}

export interface RequestLog {
  /** Adds a request; its status is set when it is answered. */
  addEntry(entry: Pick<LogEntry, 'method' | 'path' | 'idempotencyKey' | 'requestId'>): LogEntry
  entries(): LogEntry[]
}

const MAX_ENTRIES = 20_000

/** All requests since the start, in order, without bodies: no cards and no secrets. */
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
