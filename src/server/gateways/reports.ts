import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import {
  allowedParts,
  type Fault,
  faultEvent,
  mostFrames,
  quietly,
  type Timing,
  timingEvent,
} from '@/domain/analytics/error-report'
import type { ReportsTo } from '@/server/config/third-party-env'

/** The error reporting. Telling it never fails and is never waited for. */
export interface Reports {
  fault: (fault: Fault) => void
  timing: (timing: Omit<Timing, 'id'>) => void
}

/** Whoever takes reports has this long for one, in milliseconds. */
const patienceMs = 3_000
/** More at once are one fault told over and over, or nobody answers: they are dropped. */
const mostUnderWay = 5

let known: string | undefined

/** SPEC 9: `ida-checkout@1.3.5`, as the package says; read once, as every page tells it. */
export function release(): string {
  known ??= readRelease()
  return known
}

function readRelease(): string {
  const about = JSON.parse(
    readFileSync(join(/* turbopackIgnore: true */ process.cwd(), 'package.json'), 'utf8'),
  ) as { name: string; version: string }
  return `${about.name}@${about.version}`
}

/** Reports to the given address; to nobody without one. */
export function reportsTo(to: ReportsTo | undefined, dice: () => number = Math.random): Reports {
  if (!to) return { fault: () => undefined, timing: () => undefined }
  Error.stackTraceLimit = mostFrames
  const client = clientOf(to)
  const send = (event: object | null) => {
    if (event) client.then(known => known.captureEvent(event)).catch(() => undefined)
  }
  return {
    fault: fault => {
      if (dice() < to.sample) send(faultEvent(fault))
    },
    timing: timing => {
      if (dice() < to.tracing)
        send(timingEvent({ ...timing, id: randomUUID().replaceAll('-', '') }))
    },
  }
}

/** A client of its own: nothing of the process is watched or wrapped, and it sends what it is given. */
async function clientOf({ dsn }: ReportsTo) {
  const module = await import('@sentry/nextjs')
  // Loaded as it is, and not bundled, it is one value.
  const { NodeClient, createTransport, defaultStackParser } =
    'NodeClient' in module ? module : (module as { default: typeof module }).default
  return new NodeClient({
    ...quietly,
    dsn,
    release: release(),
    stackParser: defaultStackParser,
    includeServerName: false,
    beforeSend: allowedParts,
    beforeSendTransaction: allowedParts,
    transport: options =>
      createTransport({ ...options, bufferSize: mostUnderWay }, ({ body }) =>
        post(options.url, body),
      ),
  })
}

async function post(address: string, body: string | Uint8Array) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-sentry-envelope' },
    body: body as BodyInit,
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
  })
  await response.body?.cancel()
  // Who is asked to send less does so.
  return {
    statusCode: response.status,
    headers: {
      'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
      'retry-after': response.headers.get('retry-after'),
    },
  }
}

/** The log, which passes on what it is warned of: unexpected faults all come here (SPEC 8). */
export function reporting(log: Logger, reports: Reports): Logger {
  for (const level of ['warn', 'error'] as const) {
    const write = log[level].bind(log) as (...told: unknown[]) => void
    log[level] = ((...told: unknown[]) => {
      reports.fault(faultIn(level, told))
      write(...told)
    }) as Logger[typeof level]
  }
  return log
}

function faultIn(level: 'warn' | 'error', [first, second]: unknown[]): Fault {
  const about = (typeof first === 'object' && first !== null ? first : {}) as Record<
    string,
    unknown
  >
  const { name, message, code, at, route, method, state, faults } = about
  return {
    level: level === 'warn' ? 'warning' : 'error',
    what: String(typeof first === 'string' ? first : second),
    reasons: [state, faults].flat().filter(Boolean),
    ...{ name, message, code, at, route, method },
  }
}
