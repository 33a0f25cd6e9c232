import { BrowserClient, createTransport, defaultStackParser } from '@sentry/nextjs'
import Router from 'next/router'
import type { EarlyError } from '@/client/api/report-error'
import type { StaticPageData } from '@/contract/page'
import {
  maxFrames,
  pickAllowedFields,
  sentryBaseOptions,
  toReportEvent,
  toTransactionEvent,
} from '@/domain/analytics/error-report'

type ReportingSettings = NonNullable<StaticPageData['settings']['reports']>

/** Whoever takes reports has this long for one, in milliseconds. */
const timeoutMs = 5_000
/** What has gone wrong so often in one tab goes wrong the same way again. */
const maxReportsPerTab = 10

/** Reports to the operator from now on, and what has happened before: once in a tab, until that is closed. */
export function startErrorReporting(
  settings: ReportingSettings,
  random: () => number = Math.random,
): void {
  const earlyErrors = globalThis.idaFaults
  if (!Array.isArray(earlyErrors)) return
  Error.stackTraceLimit = maxFrames
  const client = createClient(settings)
  const send = (event: object | null) => {
    if (event) client.captureEvent(event)
  }
  const reportedFingerprints = new Set<string>()
  const push = ([message, error]: EarlyError) => {
    const errorReport = {
      level: 'error' as const,
      what: message,
      route: readRoute(),
      ...describeError(error),
    }
    const fingerprint = `${message} ${errorReport.name} ${errorReport.at?.slice(0, 300)}`
    if (reportedFingerprints.has(fingerprint) || reportedFingerprints.size >= maxReportsPerTab)
      return
    reportedFingerprints.add(fingerprint)
    if (random() < settings.sample) send(toReportEvent(errorReport))
  }
  globalThis.idaFaults = { push }
  earlyErrors.forEach(push)
  if (random() < settings.tracing) send(buildPageLoadEvent())
}

const describeError = (error: unknown) =>
  error instanceof Error ? { name: error.name, message: error.message, at: error.stack } : {}

/** The pattern of the page, which names nobody. */
const readRoute = (): string | undefined => Router.router?.pathname

/** How long the page took to load (SPEC 9: tracing). */
function buildPageLoadEvent() {
  const [navigationTiming] = performance.getEntriesByType('navigation')
  const route = readRoute()
  if (!navigationTiming || !route) return null
  const start = performance.timeOrigin / 1_000
  const end = start + navigationTiming.duration / 1_000
  return toTransactionEvent({
    route,
    operation: 'pageload',
    start,
    end,
    isFine: true,
    id: generateId(),
  })
}

const generateId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** A client of its own: nothing of the page is watched or wrapped, and it sends what it is given. */
const createClient = ({ dsn, release }: ReportingSettings): BrowserClient =>
  new BrowserClient({
    ...sentryBaseOptions,
    dsn,
    release,
    stackParser: defaultStackParser,
    beforeSend: pickAllowedFields,
    beforeSendTransaction: pickAllowedFields,
    transport: options => createTransport(options, ({ body }) => post(options.url, body)),
  })

/** Without cookies, and without the address of the page. */
async function post(url: string, body: string | Uint8Array) {
  const { status, headers } = await fetch(url, {
    method: 'POST',
    body: body as BodyInit,
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(timeoutMs),
  })
  return {
    statusCode: status,
    headers: {
      'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'),
      'retry-after': headers.get('retry-after'),
    },
  }
}
