import { BrowserClient, createTransport, defaultStackParser } from '@sentry/nextjs'
import Router from 'next/router'
import type { EarlyFault } from '@/client/api/report-error'
import type { PageFacts } from '@/contract/page'
import {
  allowedParts,
  faultEvent,
  mostFrames,
  quietly,
  timingEvent,
} from '@/domain/analytics/error-report'

type ReportsTo = NonNullable<PageFacts['settings']['reports']>

/** Whoever takes reports has this long for one, in milliseconds. */
const patienceMs = 5_000
/** What has gone wrong so often in one tab goes wrong the same way again. */
const mostOfTab = 10

/** Reports to the operator from now on, and what has happened before: once in a tab, until that is closed. */
export function reportFaults(to: ReportsTo, dice: () => number = Math.random): void {
  const before = globalThis.idaFaults
  if (!Array.isArray(before)) return
  Error.stackTraceLimit = mostFrames
  const client = clientOf(to)
  const send = (event: object | null) => {
    if (event) client.captureEvent(event)
  }
  const told = new Set<string>()
  const push = ([what, error]: EarlyFault) => {
    const fault = { level: 'error' as const, what, route: routeNow(), ...factsOf(error) }
    const same = `${what} ${fault.name} ${fault.at?.slice(0, 300)}`
    if (told.has(same) || told.size >= mostOfTab) return
    told.add(same)
    if (dice() < to.sample) send(faultEvent(fault))
  }
  globalThis.idaFaults = { push }
  before.forEach(push)
  if (dice() < to.tracing) send(loading())
}

const factsOf = (error: unknown) =>
  error instanceof Error ? { name: error.name, message: error.message, at: error.stack } : {}

/** The pattern of the page, which names nobody. */
const routeNow = (): string | undefined => Router.router?.pathname

/** How long the page took to load (SPEC 9: tracing). */
function loading() {
  const [loaded] = performance.getEntriesByType('navigation')
  const route = routeNow()
  if (!loaded || !route) return null
  const start = performance.timeOrigin / 1_000
  const end = start + loaded.duration / 1_000
  return timingEvent({ route, operation: 'pageload', start, end, isFine: true, id: newId() })
}

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** A client of its own: nothing of the page is watched or wrapped, and it sends what it is given. */
const clientOf = ({ dsn, release }: ReportsTo): BrowserClient =>
  new BrowserClient({
    ...quietly,
    dsn,
    release,
    stackParser: defaultStackParser,
    beforeSend: allowedParts,
    beforeSendTransaction: allowedParts,
    transport: options => createTransport(options, ({ body }) => post(options.url, body)),
  })

/** Without cookies, and without the address of the page. */
async function post(address: string, body: string | Uint8Array) {
  const { status, headers } = await fetch(address, {
    method: 'POST',
    body: body as BodyInit,
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(patienceMs),
  })
  return {
    statusCode: status,
    headers: {
      'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'),
      'retry-after': headers.get('retry-after'),
    },
  }
}
