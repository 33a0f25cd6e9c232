type Variables = Record<string, string | undefined>

/** The destination of error reports, and their share. */
export interface ErrorReporterSettings {
  /** With the public key only, because browsers see it. */
  dsn: string
  /** Shares of the faults (`sample`) and of the timed requests (`tracing`), 0 to 1. */
  sample: number
  tracing: number
}

/** URLs of third-party scripts by purpose; undefined: none. */
export interface ThirdPartyScripts {
  /** The tag manager. */
  gtm: string | undefined
  chat: string | undefined
  reviews: string | undefined
  referral: string | undefined
  testing: string | undefined
}

/** Third-party services besides the payment providers. All are off by default. */
export interface ThirdPartySettings {
  errorReporting: ErrorReporterSettings | undefined
  scripts: ThirdPartyScripts
  /**
   * Hosts for the policy of a page with such scripts: the scripts' own, and those of
   * `SCRIPT_HOSTS`.
   */
  hosts: string[]
  /** A second host name of this shop, which search engines should not list. */
  mirrorHost: string | undefined
}

/**
 * Reads the third-party settings. Throws a sentence for the operator that names the invalid
 * setting, never its value.
 */
export function readThirdPartySettings(variables: Variables): ThirdPartySettings {
  const scripts: ThirdPartyScripts = {
    gtm: readTagManagerUrl(variables),
    chat: readScriptUrl(variables, 'CHAT_SCRIPT_URL'),
    reviews: readScriptUrl(variables, 'REVIEWS_SCRIPT_URL'),
    referral: readScriptUrl(variables, 'REFERRAL_SCRIPT_URL'),
    testing: readScriptUrl(variables, 'TESTING_SCRIPT_URL'),
  }
  const scriptOrigins = Object.values(scripts).flatMap(url => (url ? new URL(url).origin : []))
  return {
    errorReporting: readErrorReporting(variables),
    scripts,
    hosts: [
      ...new Set([...scriptOrigins, ...readScriptHosts(variables, scriptOrigins.length > 0)]),
    ],
    mirrorHost: readMirrorHost(variables),
  }
}

function readTagManagerUrl({ GTM_ID }: Variables): string | undefined {
  if (!GTM_ID) return undefined
  if (!/^GTM-[A-Z0-9]{4,12}$/.test(GTM_ID)) throw new Error('GTM_ID must be like GTM-ABC1234.')
  return `https://www.googletagmanager.com/gtm.js?id=${GTM_ID}`
}

/** Scripts in customers' pages need https; http only on this machine, for tests. */
function readScriptUrl(variables: Variables, name: string): string | undefined {
  const value = variables[name]
  if (!value) return undefined
  const url = parseSafeUrl(value)
  if (!url || url.username || url.password || /[\s;,'"]/.test(value))
    throw new Error(`${name} must be an https address such as https://widget.example.com/it.js.`)
  return url.href
}

function parseSafeUrl(value: string): URL | undefined {
  if (!URL.canParse(value)) return undefined
  const url = new URL(value)
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback) ? url : undefined
}

const scriptHostPattern = /^https:\/\/(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z]{2,}$/

/** A wildcard for all hosts would disable the policy. */
function readScriptHosts({ SCRIPT_HOSTS }: Variables, hasScripts: boolean): string[] {
  const hosts = SCRIPT_HOSTS?.split(/\s+/).filter(Boolean) ?? []
  if (!hosts.every(host => scriptHostPattern.test(host)))
    throw new Error(
      'SCRIPT_HOSTS must be hosts such as https://*.example.com, with blanks between.',
    )
  if (hosts.length > 0 && !hasScripts)
    throw new Error('SCRIPT_HOSTS mean nothing without one of the scripts they are for.')
  return hosts
}

/** The default shares of faults and of timed requests (docs/product.md, Reporting). */
const defaultSampleRate = 0.1
const defaultTracesSampleRate = 0.01

/**
 * `https://<public key>@<host>/<project>`; a secret in the DSN is dropped, because browsers see the
 * result.
 */
function readErrorReporting(variables: Variables): ErrorReporterSettings | undefined {
  const { SENTRY_DSN } = variables
  const [sample, tracing] = [
    readRate(variables, 'SENTRY_SAMPLE', defaultSampleRate),
    readRate(variables, 'SENTRY_TRACING', defaultTracesSampleRate),
  ]
  if (!SENTRY_DSN) return undefined
  const url = parseSafeUrl(SENTRY_DSN)
  const [, pathPrefix = '', project] = /^(\/.*)?\/(\d+)\/?$/.exec(url?.pathname ?? '') ?? []
  if (!url || !/^\w+$/.test(url.username) || !project || url.search)
    throw new Error('SENTRY_DSN must be like https://key@reports.example.com/1.')
  return {
    dsn: `${url.protocol}//${url.username}@${url.host}${pathPrefix}/${project}`,
    sample,
    tracing,
  }
}

function readRate(variables: Variables, name: string, defaultValue: number): number {
  const value = variables[name] || String(defaultValue)
  if (!/^(?:0|1|0?\.\d+|1\.0+|0\.0+)$/.test(value))
    throw new Error(`${name} must be a number from 0 to 1.`)
  return Number(value)
}

function readMirrorHost({ MIRROR_HOST }: Variables): string | undefined {
  if (!MIRROR_HOST) return undefined
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/.test(MIRROR_HOST))
    throw new Error('MIRROR_HOST must be a host such as mirror.example.com, in small letters.')
  return MIRROR_HOST
}
