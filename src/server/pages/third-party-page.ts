import type { GetServerSidePropsContext } from 'next'
import type { PublicThirdPartySettings } from '@/contract/page'
import type { Env, ThirdPartyScripts } from '@/server/config/env'
import { getRelease } from '@/server/gateways/error-reporter'
import { isDataRequest } from '@/server/http/request'

type PageRequest = Pick<GetServerSidePropsContext, 'req' | 'resolvedUrl'>

/** The browser's settings of third-party scripts, null where none may run, and of error reports. */
export function buildThirdPartySettings(env: Env, request: PageRequest): PublicThirdPartySettings {
  const { errorReporting, scripts } = env.thirdParty
  return {
    scripts: canRunScripts(env, request) ? fillNulls(scripts) : null,
    reports: errorReporting ? { ...errorReporting, release: getRelease() } : null,
    isMirror: isMirror(env, request),
  }
}

const fillNulls = ({ gtm, chat, reviews, referral, testing }: ThirdPartyScripts) => ({
  gtm: gtm ?? null,
  chat: chat ?? null,
  reviews: reviews ?? null,
  referral: referral ?? null,
  testing: testing ?? null,
})

/** Payment pages run no third-party scripts: a script could read or change the payment. */
const paymentPages = ['/v2/payment', '/express/payment', '/finish-payment']

/** Pages whose address contains a secret, and internal pages. */
const scriptFreePages = ['/photos', '/auto-renewal', '/links', '/open-order']

/** Hosts whose scripts may run on a page; empty if none may. */
export const listScriptHosts = (env: Env, request: PageRequest): string[] =>
  canRunScripts(env, request) ? env.thirdParty.hosts : []

const canRunScripts = (env: Env, request: PageRequest): boolean =>
  hasScripts(env) &&
  !isMirror(env, request) &&
  ![...paymentPages, ...scriptFreePages].includes(readPagePath(request))

const hasScripts = ({ thirdParty }: Env): boolean =>
  Object.values(thirdParty.scripts).some(script => script !== undefined)

/**
 * Whether the request is for the mirror host. The Host header is untrusted: only an exact match
 * counts, and it only disables features.
 */
export const isMirror = ({ thirdParty }: Env, { req }: Pick<PageRequest, 'req'>): boolean =>
  thirdParty.mirrorHost !== undefined && req.headers.host?.toLowerCase() === thirdParty.mirrorHost

/**
 * Whether a client-side navigation must become a full page load. A loaded script stays alive in its
 * tab: it must not be there on a payment page, and the thank-you page after it may load third-party
 * scripts again.
 */
export function needsFullLoad(env: Env, request: PageRequest): boolean {
  const { req } = request
  if (!isDataRequest(req) || !hasScripts(env)) return false
  const fromPath = trimSlashes(readRefererPath(req.headers.referer))
  const toPath = readPagePath(request)
  if (fromPath === toPath) return false
  const isPaymentPage = paymentPages.includes(toPath)
  return isPaymentPage ? !paymentPages.includes(fromPath) : toPath === '/thank-you'
}

const readRefererPath = (referer: string | undefined): string =>
  referer && URL.canParse(referer) ? new URL(referer).pathname.replace(/^\/checkouts/, '') : ''

/** The requested page's path without a trailing slash. */
export const readPagePath = ({ resolvedUrl }: Pick<PageRequest, 'resolvedUrl'>): string =>
  trimSlashes(resolvedUrl.split('?')[0] ?? '')

const trimSlashes = (path: string): string => path.replace(/\/+$/, '')

/** The page's URL on the main host, without the query, which may be personal. */
export const buildMainUrl = ({ appUrl }: Env, request: PageRequest): string =>
  `${appUrl}/checkouts${readPagePath(request)}/`
