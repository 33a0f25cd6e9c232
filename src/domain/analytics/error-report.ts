/**
 * What goes out to the error reporting. Nothing does that is not named here, and each part only in the shape it has
 * here: what customers type, tokens, addresses with a query, cookies and bodies have no place in it.
 */
export interface Fault {
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
export const mostFrames = 50

interface FaultEvent {
  level: Fault['level']
  exception?: {
    values: { type: string; value: string; stacktrace?: { frames: Frame[] } }[]
  }
  message?: { formatted: string }
  transaction?: string
  tags: Record<string, string>
}

/** A fault as the reporting takes it; null for what is ignored (SPEC 9: script errors and health checks). */
export function faultEvent(fault: Fault): FaultEvent | null {
  if (isHealthCheck(fault.route) || isNotOurs(fault)) return null
  const frames = framesIn(fault.at)
  const name = shaped(fault.name, word)
  const what = shaped(fault.what, sentence) ?? 'a fault'
  const message = messageIn(fault.message)
  return {
    level: fault.level,
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
    ...routeOf(fault.route),
    tags: withoutGaps({
      code: shaped(fault.code, word),
      method: shaped(fault.method, word),
      reason: reasonsIn(fault.reasons),
    }),
  }
}

/** How long something took, as the reporting takes it; null for health checks and for what is no page (SPEC 2). */
export function timingEvent({ route, operation, start, end, isFine, id }: Timing) {
  const named = routeOf(route)
  if (!named.transaction || isHealthCheck(route) || isNoPage(route)) return null
  const status = isFine ? 'ok' : 'internal_error'
  const trace = { trace_id: id, span_id: id.slice(16), op: operation }
  return {
    type: 'transaction' as const,
    ...named,
    transaction_info: { source: 'route' as const },
    start_timestamp: start,
    timestamp: end,
    contexts: { trace: { ...trace, status } },
    spans: [],
  }
}

const parts = [
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
export const allowedParts = <E extends object>(event: E): E =>
  Object.fromEntries(
    Object.entries(event)
      .filter(([name]) => parts.includes(name))
      .map(([name, part]) => (name === 'contexts' ? [name, { trace: part.trace }] : [name, part])),
  ) as E

/** What this library is told to leave alone: we build what goes out ourselves. */
export const quietly = { integrations: [], sendClientReports: false, sendDefaultPii: false }

const word = /^[\w.:-]{1,60}$/
const sentence = /^[a-z][\w ,;.:'’-]{0,119}$/i
const pattern = /^\/[a-z0-9/[\]._-]{0,99}$/i

const shaped = (value: unknown, shape: RegExp): string | undefined =>
  typeof value === 'string' && shape.test(value) ? value : undefined

const routeOf = (route: unknown): { transaction?: string } => {
  const transaction = shaped(route, pattern)
  return transaction && !namesSomebody(transaction) ? { transaction } : {}
}

/** A token, or the number of an order: a pattern has its name in brackets instead. */
const namesSomebody = (route: string): boolean =>
  route.split('/').some(part => /\d{3}|^[^[].{23}|[A-Z]/.test(part))

function reasonsIn(reasons: unknown): string | undefined {
  const known = [reasons].flat().flatMap(reason => shaped(reason, sentence) ?? [])
  return known.length > 0 ? known.join('; ').slice(0, 200) : undefined
}

/** Messages repeat what was sent, or asked for. Of these alone it is known that they name code and nothing else. */
const harmless =
  /^(?:Cannot (?:read|set) properties of (?:undefined|null) \((?:reading|setting) '\w{1,40}'\)|[\w.$]{1,60} is not (?:a function|defined|iterable)|Loading chunk [\w-]+ failed|Maximum call stack size exceeded|Minified React error #\d+)/

const messageIn = (message: unknown): string | undefined =>
  typeof message === 'string' ? harmless.exec(message)?.[0] : undefined

interface Frame {
  function: string
  filename: string
  lineno: number
  colno: number
  in_app: boolean
}

const line =
  /^(?:at )?(?:async )?(?:(.*?)[ @]?\(?)??((?:[a-z-]+:\/\/|\/|node:)[^\s()]*?):(\d+):(\d+)\)?$/

/** The stack's places, the latest call last, as the reporting wants them. */
function framesIn(stack: unknown): Frame[] {
  const lines = Array.isArray(stack) ? stack : String(stack ?? '').split('\n')
  return lines
    .flatMap(text => {
      const [, name = '', place = '', lineno, colno] = line.exec(String(text).trim()) ?? []
      if (!place) return []
      const filename = fileIn(place)
      return {
        function: shaped(name.trim(), /^[\w.$<> [\]]{1,80}$/) ?? '?',
        filename: filename ?? 'elsewhere',
        lineno: Number(lineno),
        colno: Number(colno),
        in_app: filename !== undefined && !filename.includes('node_modules'),
      }
    })
    .slice(0, mostFrames)
    .reverse()
}

/** Where in our own code it is: never a whole address, which could say more. */
const fileIn = (place: string): string | undefined =>
  /(?<=^(?!.*extension:).*\/)(?:_next|\.next|node_modules|src)\/[\w./@[\]%-]+/.exec(place)?.[0]

/** Somebody else's script: the browser says nothing of it, or every place in it is elsewhere. */
function isNotOurs({ message, at, name, what }: Fault): boolean {
  if (what !== uncaught) return false
  if (typeof message === 'string' && /^Script error\.?$|^ResizeObserver loop/.test(message))
    return true
  return name === undefined || !framesIn(at).some(({ in_app }) => in_app)
}

/** What is told of an error that nobody has caught. */
export const uncaught = 'uncaught'

const isHealthCheck = (route: unknown): boolean =>
  typeof route === 'string' && /\/(?:health|ready)(?:\/|$)/.test(route)

const isNoPage = (route: string): boolean => /^\/(?:404|_error|\[\.\.\.)/.test(route)

const withoutGaps = (tags: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tags).filter((tag): tag is [string, string] => tag[1] !== undefined),
  )
