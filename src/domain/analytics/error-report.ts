/**
 * What goes out to the error reporting. Nothing does that is not named here, and each part only in the shape it has
 * here: what customers type, tokens, addresses with a query, cookies and bodies have no place in it.
 */
export interface ErrorReport {
  level: 'error' | 'warning'
  /** Our own words for it. */
  what: string
  /** The error's kind. */
  name?: unknown
  message?: unknown
  code?: unknown
  /** Lines of the stack, the latest call first. */
  at?: unknown
  /** The pattern of the page or call. */
  route?: unknown
  method?: unknown
  /** Further words of our own, such as which part of a link is ignored. */
  reasons?: unknown
}

/** A page or a call that was timed; seconds since 1970, and 32 hexadecimal digits of chance for its name. */
export interface Timing {
  route: string
  operation: 'http.server' | 'pageload'
  start: number
  end: number
  isFine: boolean
  id: string
}

/** SPEC 9: a report has at most so many frames of the stack. */
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

/** A fault as the reporting takes it; null for what is ignored (SPEC 9: script errors and health checks). */
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
    }),
  }
}

/** How long something took, as the reporting takes it; null for health checks and for what is no page (SPEC 2). */
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

/** Whatever else the reporting's own library has put to an event stays here. */
export const pickAllowedFields = <E extends object>(event: E): E =>
  Object.fromEntries(
    Object.entries(event)
      .filter(([name]) => allowedFields.includes(name))
      .map(([name, part]) => (name === 'contexts' ? [name, { trace: part.trace }] : [name, part])),
  ) as E

/** What this library is told to leave alone: we build what goes out ourselves. */
export const sentryBaseOptions = {
  integrations: [],
  sendClientReports: false,
  sendDefaultPii: false,
}

const wordPattern = /^[\w.:-]{1,60}$/
const sentencePattern = /^[a-z][\w ,;.:'’-]{0,119}$/i
const routePattern = /^\/[a-z0-9/[\]._-]{0,99}$/i

const matchOrUndefined = (value: unknown, regex: RegExp): string | undefined =>
  typeof value === 'string' && regex.test(value) ? value : undefined

const toTransactionField = (route: unknown): { transaction?: string } => {
  const transaction = matchOrUndefined(route, routePattern)
  return transaction && !hasIdentifier(transaction) ? { transaction } : {}
}

/** A token, or the number of an order: a pattern has its name in brackets instead. */
const hasIdentifier = (route: string): boolean =>
  route.split('/').some(part => /\d{3}|^[^[].{23}|[A-Z]/.test(part))

function joinReasons(reasons: unknown): string | undefined {
  const validReasons = [reasons]
    .flat()
    .flatMap(reason => matchOrUndefined(reason, sentencePattern) ?? [])
  return validReasons.length > 0 ? validReasons.join('; ').slice(0, 200) : undefined
}

/** Messages repeat what was sent, or asked for. Of these alone it is known that they name code and nothing else. */
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

/** The stack's places, the latest call last, as the reporting wants them. */
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

/** Where in our own code it is: never a whole address, which could say more. */
const parseFilename = (position: string): string | undefined =>
  /(?<=^(?!.*extension:).*\/)(?:_next|\.next|node_modules|src)\/[\w./@[\]%-]+/.exec(position)?.[0]

/** Somebody else's script: the browser says nothing of it, or every place in it is elsewhere. */
function isThirdParty({ message, at, name, what }: ErrorReport): boolean {
  if (what !== uncaught) return false
  if (typeof message === 'string' && /^Script error\.?$|^ResizeObserver loop/.test(message))
    return true
  return name === undefined || !parseFrames(at).some(({ in_app }) => in_app)
}

/** What is told of an error that nobody has caught. */
export const uncaught = 'uncaught'

const isHealthCheck = (route: unknown): boolean =>
  typeof route === 'string' && /\/(?:health|ready)(?:\/|$)/.test(route)

const isUnknownPage = (route: string): boolean => /^\/(?:404|_error|\[\.\.\.)/.test(route)

const omitUndefined = (tags: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tags).filter((tag): tag is [string, string] => tag[1] !== undefined),
  )
