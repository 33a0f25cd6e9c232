import { BrowserClient, createTransport, defaultStackParser } from '@sentry/nextjs'
import Router from 'next/router'
import type { EarlyError } from '@/client/api/report-error'
import { generateHexId } from '@/client/browser/hex'
import type { StaticPageData } from '@/contract/page'
import {
  maxFrames,
  pickAllowedFields,
  sentryBaseOptions,
  toReportEvent,
  toTransactionEvent,
} from '@/domain/analytics/error-report'

type ReportingSettings = NonNullable<StaticPageData['settings']['reports']>

/** Timeout of one report, in milliseconds. */
const timeoutMs = 5_000
/** After this many, further errors of a tab are repetitions. */
const maxReportsPerTab = 10

/** Reports errors from now on and the early ones; runs once per tab. */
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

/** The route pattern, which contains no personal data. */
const readRoute = (): string | undefined => Router.router?.pathname

/** The page's load time, sampled as a trace. */
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
    id: generateHexId(),
  })
}

/** A client without Sentry's integrations: it does not instrument the page. */
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

/** Sends no cookies and no referrer. */
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
