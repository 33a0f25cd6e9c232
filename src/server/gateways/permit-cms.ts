import type { Logger } from 'pino'
import { recordsIn } from '@/domain/destinations/cms-permit-record'
import { noPermits, type Permits, permitsOf } from '@/server/catalog/permit-data'
import { builtInRecords, noted } from '@/server/catalog/permit-table'
import type { Env } from '@/server/config/env'
import { faultOf } from '@/server/infra/safe-error-log'

/** Milliseconds. */
export interface Times {
  /** The content management has this long for its whole answer. */
  timeoutMs: number
  /** A page waits this long for the first table, and goes on without advice. */
  patienceMs: number
  /** A table this young is not asked for again. */
  freshMs: number
  /** After a failure it is left alone this long. */
  restMs: number
  /** While newer ones fail, a table serves this long: rules of roads change more slowly. */
  keptMs: number
}

export const usualTimes: Times = {
  timeoutMs: 5_000,
  patienceMs: 800,
  freshMs: 10 * 60_000,
  restMs: 30_000,
  keptMs: 24 * 60 * 60_000,
}

/** Most bytes of a table. */
const bytesLimit = 2 * 1024 * 1024

interface Surroundings {
  env: Pick<Env, 'cmsUrl'>
  log: Pick<Logger, 'warn'>
  times?: Times
  /** Milliseconds since some moment. */
  clock?: () => number
}

/**
 * The country validity table: the content management's when there is one, else the built-in one. Never
 * fails and never keeps a page waiting: without a table there is no advice (SPEC 7).
 */
export function permitSource({
  env: { cmsUrl },
  log,
  times = usualTimes,
  clock = () => performance.now(),
}: Surroundings): () => Promise<Permits> {
  if (cmsUrl === undefined) {
    const builtIn = permitsOf(builtInRecords(), noted)
    return () => builtIn
  }
  let known: { permits: Permits; readAt: number } | undefined
  let reading: Promise<Permits> | undefined
  let failedAt = Number.NEGATIVE_INFINITY

  /** Starts to read; what comes of it in time, to wait for. */
  const read = (): Promise<Permits> => {
    const answer = readTable(cmsUrl, times.timeoutMs, log)
      .then(permits => {
        known = { permits, readAt: clock() }
        return permits
      })
      .catch(error => {
        failedAt = clock()
        log.warn(faultOf(error), 'the country table could not be read')
        return noPermits
      })
      .finally(() => {
        reading = undefined
      })
    return soonOr(answer, times.patienceMs, noPermits)
  }

  return async () => {
    const age = known ? clock() - known.readAt : Number.POSITIVE_INFINITY
    if (known && age < times.freshMs) return known.permits
    if (clock() - failedAt >= times.restMs) reading ??= read()
    if (known && age < times.keptMs) return known.permits
    return reading ?? noPermits
  }
}

/** What a promise brings within some time, else something instead. */
async function soonOr<T>(promise: Promise<T>, withinMs: number, instead: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<T>(resolve => {
    timer = setTimeout(() => resolve(instead), withinMs)
  })
  try {
    return await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
  }
}

/** Why there is no table; never what was answered, which may be anything. */
class CmsFailure extends Error {
  override readonly name = 'CmsFailure'
}

async function readTable(url: string, timeoutMs: number, log: Surroundings['log']) {
  const table = recordsIn(await jsonAt(url, timeoutMs))
  if (!table || table.records.length === 0) throw new CmsFailure('no table')
  const { records, dropped } = table
  if (dropped.length > 0)
    log.warn(
      { kept: records.length, dropped: dropped.length, first: dropped.slice(0, 5).map(shortened) },
      'some countries of the table could not be read',
    )
  return permitsOf(records)
}

const shortened = (key: string): string => key.slice(0, 40)

/** Follows nobody elsewhere: whoever answers for the address could otherwise point at our own network. */
async function jsonAt(url: string, timeoutMs: number): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel()
    throw new CmsFailure(`answered ${response.status}`)
  }
  return parsed(await textOf(response.body))
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > bytesLimit) throw new CmsFailure('too large')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CmsFailure('no JSON')
  }
}
