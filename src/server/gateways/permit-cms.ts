import type { Logger } from 'pino'
import { parseRecords } from '@/domain/destinations/cms-permit-record'
import { buildPermits, noPermits, type Permits } from '@/server/catalog/permit-data'
import { buildBuiltInRecords, idsWithNotes } from '@/server/catalog/permit-table'
import type { Env } from '@/server/config/env'
import { toSafeLog } from '@/server/infra/safe-error-log'

/** Milliseconds. */
export interface CmsTimings {
  /** The content management has this long for its whole answer. */
  timeoutMs: number
  /** A page waits this long for the first table, and goes on without advice. */
  maxWaitMs: number
  /** A table this young is not asked for again. */
  maxAgeMs: number
  /** After a failure it is left alone this long. */
  backoffMs: number
  /** While newer ones fail, a table serves this long: rules of roads change more slowly. */
  staleIfErrorMs: number
}

export const defaultTimings: CmsTimings = {
  timeoutMs: 5_000,
  maxWaitMs: 800,
  maxAgeMs: 10 * 60_000,
  backoffMs: 30_000,
  staleIfErrorMs: 24 * 60 * 60_000,
}

/** Most bytes of a table. */
const maxBytes = 2 * 1024 * 1024

interface PermitSourceOptions {
  env: Pick<Env, 'cmsUrl'>
  log: Pick<Logger, 'warn'>
  timings?: CmsTimings
  /** Milliseconds since some moment. */
  clock?: () => number
}

/**
 * The country validity table: the content management's when there is one, else the built-in one. Never
 * fails and never keeps a page waiting: without a table there is no advice (SPEC 7).
 */
export function createPermitSource({
  env: { cmsUrl },
  log,
  timings = defaultTimings,
  clock = () => performance.now(),
}: PermitSourceOptions): () => Promise<Permits> {
  if (cmsUrl === undefined) {
    const builtIn = buildPermits(buildBuiltInRecords(), idsWithNotes)
    return () => builtIn
  }
  let cached: { permits: Permits; readAt: number } | undefined
  let pendingRead: Promise<Permits> | undefined
  let failedAt = Number.NEGATIVE_INFINITY

  /** Starts to read; what comes of it in time, to wait for. */
  const read = (): Promise<Permits> => {
    const loading = readTable(cmsUrl, timings.timeoutMs, log)
      .then(permits => {
        cached = { permits, readAt: clock() }
        return permits
      })
      .catch(error => {
        failedAt = clock()
        log.warn(toSafeLog(error), 'the country table could not be read')
        return noPermits
      })
      .finally(() => {
        pendingRead = undefined
      })
    return withFallback(loading, timings.maxWaitMs, noPermits)
  }

  return async () => {
    const age = cached ? clock() - cached.readAt : Number.POSITIVE_INFINITY
    if (cached && age < timings.maxAgeMs) return cached.permits
    if (clock() - failedAt >= timings.backoffMs) pendingRead ??= read()
    if (cached && age < timings.staleIfErrorMs) return cached.permits
    return pendingRead ?? noPermits
  }
}

/** What a promise brings within some time, else something instead. */
async function withFallback<T>(promise: Promise<T>, timeoutMs: number, fallback: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<T>(resolve => {
    timer = setTimeout(() => resolve(fallback), timeoutMs)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Why there is no table; never what was answered, which may be anything. */
class CmsError extends Error {
  override readonly name = 'CmsError'
}

async function readTable(url: string, timeoutMs: number, log: PermitSourceOptions['log']) {
  const table = parseRecords(await fetchJson(url, timeoutMs))
  if (!table || table.records.length === 0) throw new CmsError('no table')
  const { records, dropped } = table
  if (dropped.length > 0)
    log.warn(
      { kept: records.length, dropped: dropped.length, first: dropped.slice(0, 5).map(truncate) },
      'some countries of the table could not be read',
    )
  return buildPermits(records)
}

const truncate = (key: string): string => key.slice(0, 40)

/** Follows nobody elsewhere: whoever answers for the address could otherwise point at our own network. */
async function fetchJson(url: string, timeoutMs: number): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel()
    throw new CmsError(`answered ${response.status}`)
  }
  return parseJson(await readText(response.body))
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new CmsError('too large')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CmsError('no JSON')
  }
}
