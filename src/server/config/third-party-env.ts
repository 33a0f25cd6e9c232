type Variables = Record<string, string | undefined>

/** Where faults are reported to, and how many of them. */
export interface ReportsTo {
  /** With the public key alone: it may be shown to browsers. */
  dsn: string
  /** Of all faults, and of all that is timed: between 0 and 1. */
  sample: number
  tracing: number
}

/** Scripts of others that pages may load, by what they are for; undefined: none. */
export interface OutsideScripts {
  /** The tag manager's. */
  gtm: string | undefined
  chat: string | undefined
  reviews: string | undefined
  referral: string | undefined
  testing: string | undefined
}

/** Whom the shop works with beside those that take money. All of it is off unless it is set. */
export interface Outside {
  reports: ReportsTo | undefined
  scripts: OutsideScripts
  /** What the policy of a page with such scripts names: their hosts, and those an operator adds. */
  hosts: string[]
  /** Another name this shop is reached by, which search engines shall not list. */
  mirrorHost: string | undefined
}

/** Reads what the shop works with; throws a sentence that never tells what stands in a setting. */
export function outsideIn(variables: Variables): Outside {
  const scripts: OutsideScripts = {
    gtm: tagManagerIn(variables),
    chat: scriptIn(variables, 'CHAT_SCRIPT_URL'),
    reviews: scriptIn(variables, 'REVIEWS_SCRIPT_URL'),
    referral: scriptIn(variables, 'REFERRAL_SCRIPT_URL'),
    testing: scriptIn(variables, 'TESTING_SCRIPT_URL'),
  }
  const own = Object.values(scripts).flatMap(url => (url ? new URL(url).origin : []))
  return {
    reports: reportsIn(variables),
    scripts,
    hosts: [...new Set([...own, ...hostsIn(variables, own.length > 0)])],
    mirrorHost: mirrorIn(variables),
  }
}

function tagManagerIn({ GTM_ID }: Variables): string | undefined {
  if (!GTM_ID) return undefined
  if (!/^GTM-[A-Z0-9]{4,12}$/.test(GTM_ID)) throw new Error('GTM_ID must be like GTM-ABC1234.')
  return `https://www.googletagmanager.com/gtm.js?id=${GTM_ID}`
}

/** What runs in customers' pages comes by https; on this machine, for tests, without. */
function scriptIn(variables: Variables, name: string): string | undefined {
  const address = variables[name]
  if (!address) return undefined
  const url = safeAddress(address)
  if (!url || url.username || url.password || /[\s;,'"]/.test(address))
    throw new Error(`${name} must be an https address such as https://widget.example.com/it.js.`)
  return url.href
}

function safeAddress(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere) ? url : undefined
}

const outsideHost = /^https:\/\/(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z]{2,}$/

/** One that names everything would be no policy at all. */
function hostsIn({ SCRIPT_HOSTS }: Variables, hasScripts: boolean): string[] {
  const hosts = SCRIPT_HOSTS?.split(/\s+/).filter(Boolean) ?? []
  if (!hosts.every(host => outsideHost.test(host)))
    throw new Error(
      'SCRIPT_HOSTS must be hosts such as https://*.example.com, with blanks between.',
    )
  if (hosts.length > 0 && !hasScripts)
    throw new Error('SCRIPT_HOSTS mean nothing without one of the scripts they are for.')
  return hosts
}

/** SPEC 9. */
const usualSample = 0.1
const usualTracing = 0.01

/** `https://<public key>@<host>/<project>`: of what it says only what every browser may know is kept. */
function reportsIn(variables: Variables): ReportsTo | undefined {
  const { SENTRY_DSN } = variables
  const [sample, tracing] = [
    share(variables, 'SENTRY_SAMPLE', usualSample),
    share(variables, 'SENTRY_TRACING', usualTracing),
  ]
  if (!SENTRY_DSN) return undefined
  const url = safeAddress(SENTRY_DSN)
  const [, folder = '', project] = /^(\/.*)?\/(\d+)\/?$/.exec(url?.pathname ?? '') ?? []
  if (!url || !/^\w+$/.test(url.username) || !project || url.search)
    throw new Error('SENTRY_DSN must be like https://key@reports.example.com/1.')
  return {
    dsn: `${url.protocol}//${url.username}@${url.host}${folder}/${project}`,
    sample,
    tracing,
  }
}

function share(variables: Variables, name: string, otherwise: number): number {
  const value = variables[name] || String(otherwise)
  if (!/^(?:0|1|0?\.\d+|1\.0+|0\.0+)$/.test(value))
    throw new Error(`${name} must be a number from 0 to 1.`)
  return Number(value)
}

function mirrorIn({ MIRROR_HOST }: Variables): string | undefined {
  if (!MIRROR_HOST) return undefined
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/.test(MIRROR_HOST))
    throw new Error('MIRROR_HOST must be a host such as mirror.example.com, in small letters.')
  return MIRROR_HOST
}
