/**
 * The allowlist of what is sent to error reporting. Every field is checked against a pattern, so
 * that customers' input, tokens, addresses with a query, cookies and bodies are never sent.
 */
export interface ErrorReport {
  level: 'error' | 'warning'
  /** Our own description. */
  what: string
  /** The class name of the error. */
  name?: unknown
  message?: unknown
  code?: unknown
  /** Lines of the stack, the latest call first. */
  at?: unknown
  /** The route pattern of the page or call. */
  route?: unknown
  method?: unknown
  /** Further descriptions of our own, such as why a part of a link is ignored. */
  reasons?: unknown
  /** Finds the lines of the server's log. */
  requestId?: unknown
}

/**
 * A timed page or call: start and end in seconds since 1970, `id` of 32 random hexadecimal digits.
 */
export interface Timing {
  route: string
  operation: 'http.server' | 'pageload'
  start: number
  end: number
  isFine: boolean
  id: string
}

/** Most stack frames in a report. */
export const maxFrames = 50

interface ReportEvent {
  level: ErrorReport['level']
  exception?: {
    values: { type: string; value: string; stacktrace?: { frames: Frame[] } }[]
  }
  message?: { formatted: string }
  transaction?: string
  tags: Record<string, string>
}

/**
 * The Sentry event of an error; null for ignored ones: third-party script errors and health checks.
 */
export function toReportEvent(report: ErrorReport): ReportEvent | null {
  if (isHealthCheck(report.route) || isThirdParty(report)) return null
  const frames = parseFrames(report.at)
  const name = matchOrUndefined(report.name, wordPattern)
  const what = matchOrUndefined(report.what, sentencePattern) ?? 'a fault'
  const message = readSafeMessage(report.message)
  return {
    level: report.level,
    ...(name
      ? {
          exception: {
            values: [
              {
                type: name,
                value: message ? `${what}: ${message}` : what,
                ...(frames.length > 0 && { stacktrace: { frames } }),
              },
            ],
          },
        }
      : { message: { formatted: what } }),
    ...toTransactionField(report.route),
    tags: omitUndefined({
      code: matchOrUndefined(report.code, wordPattern),
      method: matchOrUndefined(report.method, wordPattern),
      reason: joinReasons(report.reasons),
      request_id: matchOrUndefined(report.requestId, idPattern),
    }),
  }
}

/** The Sentry transaction of a timed page or call; null for health checks and unknown addresses. */
export function toTransactionEvent({ route, operation, start, end, isFine, id }: Timing) {
  const transactionFields = toTransactionField(route)
  if (!transactionFields.transaction || isHealthCheck(route) || isUnknownPage(route)) return null
  const status = isFine ? 'ok' : 'internal_error'
  const trace = { trace_id: id, span_id: id.slice(16), op: operation }
  return {
    type: 'transaction' as const,
    ...transactionFields,
    transaction_info: { source: 'route' as const },
    start_timestamp: start,
    timestamp: end,
    contexts: { trace: { ...trace, status } },
    spans: [],
  }
}

const allowedFields = [
  'event_id',
  'type',
  'timestamp',
  'start_timestamp',
  'platform',
  'release',
  'environment',
  'level',
  'transaction',
  'transaction_info',
  'exception',
  'message',
  'tags',
  'contexts',
  'spans',
]

/** Removes everything that the Sentry library has added to an event. */
export const pickAllowedFields = <E extends object>(event: E): E =>
  Object.fromEntries(
    Object.entries(event)
      .filter(([name]) => allowedFields.includes(name))
      .map(([name, part]) => (name === 'contexts' ? [name, { trace: part.trace }] : [name, part])),
  ) as E

/** Switches off what the library would add: the events are built here. */
export const sentryBaseOptions = {
  integrations: [],
  sendClientReports: false,
  sendDefaultPii: false,
}

const wordPattern = /^[\w.:-]{1,60}$/
const idPattern = /^[\w-]{1,64}$/
const sentencePattern = /^[a-z][\w ,;.:'’-]{0,119}$/i
const routePattern = /^\/[a-z0-9/[\]._-]{0,99}$/i

const matchOrUndefined = (value: unknown, regex: RegExp): string | undefined =>
  typeof value === 'string' && regex.test(value) ? value : undefined

const toTransactionField = (route: unknown): { transaction?: string } => {
  const transaction = matchOrUndefined(route, routePattern)
  return transaction && !hasIdentifier(transaction) ? { transaction } : {}
}

/**
 * Whether a route contains a token or an order id; patterns have parameter names in brackets
 * instead.
 */
const hasIdentifier = (route: string): boolean =>
  route.split('/').some(part => /\d{3}|^[^[].{23}|[A-Z]/.test(part))

function joinReasons(reasons: unknown): string | undefined {
  const validReasons = [reasons]
    .flat()
    .flatMap(reason => matchOrUndefined(reason, sentencePattern) ?? [])
  return validReasons.length > 0 ? validReasons.join('; ').slice(0, 200) : undefined
}

/** Error messages may repeat customer data. These contain only names from the code. */
const safeMessagePattern =
  /^(?:Cannot (?:read|set) properties of (?:undefined|null) \((?:reading|setting) '\w{1,40}'\)|[\w.$]{1,60} is not (?:a function|defined|iterable)|Loading chunk [\w-]+ failed|Maximum call stack size exceeded|Minified React error #\d+)/

const readSafeMessage = (message: unknown): string | undefined =>
  typeof message === 'string' ? safeMessagePattern.exec(message)?.[0] : undefined

interface Frame {
  function: string
  filename: string
  lineno: number
  colno: number
  in_app: boolean
}

const framePattern =
  /^(?:at )?(?:async )?(?:(.*?)[ @]?\(?)??((?:[a-z-]+:\/\/|\/|node:)[^\s()]*?):(\d+):(\d+)\)?$/

/** Parses the stack frames; Sentry expects the latest call last. */
function parseFrames(stack: unknown): Frame[] {
  const lines = Array.isArray(stack) ? stack : String(stack ?? '').split('\n')
  return lines
    .flatMap(text => {
      const [, name = '', position = '', lineno, colno] =
        framePattern.exec(String(text).trim()) ?? []
      if (!position) return []
      const filename = parseFilename(position)
      return {
        function: matchOrUndefined(name.trim(), /^[\w.$<> [\]]{1,80}$/) ?? '?',
        filename: filename ?? 'elsewhere',
        lineno: Number(lineno),
        colno: Number(colno),
        in_app: filename !== undefined && !filename.includes('node_modules'),
      }
    })
    .slice(0, maxFrames)
    .reverse()
}

/** The file in our own code, without host and query, which could contain data. */
const parseFilename = (position: string): string | undefined =>
  /(?<=^(?!.*extension:).*\/)(?:_next|\.next|node_modules|src)\/[\w./@[\]%-]+/.exec(position)?.[0]

/** A third-party script: the browser hides its error, or no frame is in our own code. */
function isThirdParty({ message, at, name, what }: ErrorReport): boolean {
  if (what !== uncaught) return false
  if (typeof message === 'string' && /^Script error\.?$|^ResizeObserver loop/.test(message))
    return true
  return name === undefined || !parseFrames(at).some(({ in_app }) => in_app)
}

/** Our description of an uncaught error. */
export const uncaught = 'uncaught'

const isHealthCheck = (route: unknown): boolean =>
  typeof route === 'string' && /\/(?:health|ready)(?:\/|$)/.test(route)

const isUnknownPage = (route: string): boolean => /^\/(?:404|_error|\[\.\.\.)/.test(route)

const omitUndefined = (tags: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tags).filter((tag): tag is [string, string] => tag[1] !== undefined),
  )
