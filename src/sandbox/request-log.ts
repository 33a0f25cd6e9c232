import type { FaultInjector, FaultRule } from '@/sandbox/fault-injection'
import type { Exchange } from '@/sandbox/http-exchange'

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
  /** Adds a request with the fault that tests want; its status is set when it is answered. */
  addEntry(
    exchange: Exchange,
    ids?: Pick<LogEntry, 'idempotencyKey' | 'requestId'>,
  ): { entry: LogEntry; rule: FaultRule | undefined }
  entries(): LogEntry[]
}

const MAX_ENTRIES = 20_000

/** All requests since the start, in order, without bodies: no cards and no secrets. */
export function newRequestLog(faults: FaultInjector): RequestLog {
  const entries: LogEntry[] = []
  return {
    addEntry({ method, url: { pathname: path } }, ids = { idempotencyKey: null, requestId: null }) {
      const at = new Date().toISOString()
      const rule = faults.matchRequest(method, path)
      const fault = rule?.fault ?? null
      const entry: LogEntry = { at, method, path, ...ids, status: null, isReplay: false, fault }
      entries.push(entry)
      if (entries.length > MAX_ENTRIES) entries.shift()
      return { entry, rule }
    },
    entries: () => entries,
  }
}
