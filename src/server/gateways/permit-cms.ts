import type { Logger } from 'pino'
import { parseRecords } from '@/domain/destinations/cms-permit-record'
import { buildPermits, noPermits, type Permits } from '@/server/catalog/permit-data'
import { buildBuiltInRecords, idsWithNotes } from '@/server/catalog/permit-table'
import type { Env } from '@/server/config/env'
import { measuredFetch } from '@/server/infra/measure-call'
import { toSafeLog } from '@/server/infra/safe-error-log'

/** Milliseconds. */
export interface CmsTimings {
  /** Timeout of the CMS's whole response. */
  timeoutMs: number
  /** A page waits this long for the first table and then renders without advice. */
  maxWaitMs: number
  /** A table younger than this is not fetched again. */
  maxAgeMs: number
  /** Pause after a failed fetch. */
  backoffMs: number
  /** While fetches fail, a table is used this long: traffic rules change more slowly. */
  staleIfErrorMs: number
}

export const defaultTimings: CmsTimings = {
  timeoutMs: 5_000,
  maxWaitMs: 800,
  maxAgeMs: 10 * 60_000,
  backoffMs: 30_000,
  staleIfErrorMs: 24 * 60 * 60_000,
}

const maxBytes = 2 * 1024 * 1024

interface PermitSourceOptions {
  env: Pick<Env, 'cmsUrl'>
  log: Pick<Logger, 'warn'>
  timings?: CmsTimings
  /** Milliseconds; only differences count. */
  clock?: () => number
}

/**
 * The country table: from the CMS if there is one, else the built-in one. Never throws, and delays
 * a page by `maxWaitMs` at most: without a table there is no advice.
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

  /** Starts a fetch. Resolves with its result, or after `maxWaitMs` without permits. */
  const read = (): Promise<Permits> => {
    const loading = readTable(cmsUrl, timings.timeoutMs, log)
      .then(permits => {
        cached = { permits, readAt: clock() }
        return permits
      })
      .catch(error => {
        failedAt = clock()
        log.warn(
          { event: 'permits.unreadable', ...toSafeLog(error) },
          'the country table could not be read',
        )
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

/** The promise's value, or the fallback after the timeout. */
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

/** Why there is no table; never the response body, which may contain anything. */
class CmsError extends Error {
  override readonly name = 'CmsError'
}

async function readTable(url: string, timeoutMs: number, log: PermitSourceOptions['log']) {
  const table = parseRecords(await fetchJson(url, timeoutMs))
  if (!table || table.records.length === 0) throw new CmsError('no table')
  const { records, dropped } = table
  if (dropped.length > 0)
    log.warn(
      {
        event: 'permits.rows_dropped',
        kept: records.length,
        dropped: dropped.length,
        first: dropped.slice(0, 5).map(truncate),
      },
      'some rows of the country table could not be read',
    )
  return buildPermits(records)
}

const truncate = (key: string): string => key.slice(0, 40)

/** Follows no redirects: they could point into our own network. */
async function fetchJson(url: string, timeoutMs: number): Promise<unknown> {
  const response = await measuredFetch('cms', url, {
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
