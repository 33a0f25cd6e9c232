import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import {
  type ErrorReport,
  maxFrames,
  pickAllowedFields,
  sentryBaseOptions,
  type Timing,
  toReportEvent,
  toTransactionEvent,
} from '@/domain/analytics/error-report'
import type { ErrorReporterSettings } from '@/server/config/env'
import { getRequestId } from '@/server/infra/request-context'

/** Reports errors and timings. Calls never throw and are not awaited. */
export interface ErrorReporter {
  captureError: (fault: ErrorReport) => void
  captureTiming: (timing: Omit<Timing, 'id'>) => void
}

/** Timeout of one report, in milliseconds. */
const timeoutMs = 3_000
/** Maximum of reports in flight; the rest are dropped (a repeated fault, or a dead collector). */
const maxInFlight = 5

let cachedRelease: string | undefined

/** `ida-checkout@1.3.5`, from package.json; cached, because every page contains it. */
export function getRelease(): string {
  cachedRelease ??= readRelease()
  return cachedRelease
}

function readRelease(): string {
  const packageJson = JSON.parse(
    readFileSync(join(/* turbopackIgnore: true */ process.cwd(), 'package.json'), 'utf8'),
  ) as { name: string; version: string }
  return `${packageJson.name}@${packageJson.version}`
}

/** Reports to the configured address; does nothing without settings. */
export function createErrorReporter(
  settings: ErrorReporterSettings | undefined,
  random: () => number = Math.random,
): ErrorReporter {
  if (!settings) return { captureError: () => undefined, captureTiming: () => undefined }
  Error.stackTraceLimit = maxFrames
  const client = createClient(settings)
  const send = (event: object | null) => {
    if (event) client.then(sentryClient => sentryClient.captureEvent(event)).catch(() => undefined)
  }
  return {
    captureError: fault => {
      if (random() < settings.sample) send(toReportEvent(fault))
    },
    captureTiming: timing => {
      if (random() < settings.tracing)
        send(toTransactionEvent({ ...timing, id: randomUUID().replaceAll('-', '') }))
    },
  }
}

/** A client without the SDK's integrations: it observes nothing and sends only the given events. */
async function createClient({ dsn }: ErrorReporterSettings) {
  const module = await import('@sentry/nextjs')
  // Unbundled, the module's exports are under `default`.
  const { NodeClient, createTransport, defaultStackParser } =
    'NodeClient' in module ? module : (module as { default: typeof module }).default
  return new NodeClient({
    ...sentryBaseOptions,
    dsn,
    release: getRelease(),
    stackParser: defaultStackParser,
    includeServerName: false,
    beforeSend: pickAllowedFields,
    beforeSendTransaction: pickAllowedFields,
    transport: options =>
      createTransport({ ...options, bufferSize: maxInFlight }, ({ body }) =>
        sendEnvelope(options.url, body),
      ),
  })
}

async function sendEnvelope(address: string, body: string | Uint8Array) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-sentry-envelope' },
    body: body as BodyInit,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  // Passes rate limits on to the SDK's transport, which then sends less.
  return {
    statusCode: response.status,
    headers: {
      'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
      'retry-after': response.headers.get('retry-after'),
    },
  }
}

/** Makes the log report its warnings and errors: every unexpected fault is logged. */
export function withErrorReporting(log: Logger, reporter: ErrorReporter): Logger {
  for (const level of ['warn', 'error'] as const) {
    const write = log[level].bind(log) as (...args: unknown[]) => void
    log[level] = ((...args: unknown[]) => {
      reporter.captureError(toFault(level, args))
      write(...args)
    }) as Logger[typeof level]
  }
  return log
}

function toFault(level: 'warn' | 'error', [first, second]: unknown[]): ErrorReport {
  const fields = (typeof first === 'object' && first !== null ? first : {}) as Record<
    string,
    unknown
  >
  const { name, message, code, at, route, method, state, faults } = fields
  return {
    level: level === 'warn' ? 'warning' : 'error',
    what: String(typeof first === 'string' ? first : second),
    reasons: [state, faults].flat().filter(Boolean),
    requestId: getRequestId(),
    ...{ name, message, code, at, route, method },
  }
}
