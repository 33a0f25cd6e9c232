import type { GetServerSidePropsContext } from 'next'
import type { PublicThirdPartySettings } from '@/contract/page'
import type { Env } from '@/server/config/env'
import type { ThirdPartyScripts } from '@/server/config/third-party-env'
import { getRelease } from '@/server/gateways/error-reporter'

type PageRequest = Pick<GetServerSidePropsContext, 'req' | 'resolvedUrl'>

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

/** Where money is paid, none of others' scripts run: who could read or change that page could take the money. */
const paymentPages = ['/v2/payment', '/express/payment', '/finish-payment']

/** Addresses that open something, or that are the shop's own. */
const scriptFreePages = ['/photos', '/auto-renewal', '/links']

/** Hosts whose scripts may run on a page. */
export const listScriptHosts = (env: Env, request: PageRequest): string[] =>
  canRunScripts(env, request) ? env.thirdParty.hosts : []

const canRunScripts = (env: Env, request: PageRequest): boolean =>
  hasScripts(env) &&
  !isMirror(env, request) &&
  ![...paymentPages, ...scriptFreePages].includes(readPagePath(request))

const hasScripts = ({ thirdParty }: Env): boolean =>
  Object.values(thirdParty.scripts).some(script => script !== undefined)

/** The Host header is anybody's claim: only the very name counts, and it takes nothing but things away. */
export const isMirror = ({ thirdParty }: Env, { req }: Pick<PageRequest, 'req'>): boolean =>
  thirdParty.mirrorHost !== undefined && req.headers.host?.toLowerCase() === thirdParty.mirrorHost

/**
 * Whether a page that a script asks for must be loaded whole. A script, once loaded, lives on in its tab: it must
 * not be there when the customer pays, and a page after that is one on which others' scripts may run again.
 */
export function needsFullLoad(env: Env, request: PageRequest): boolean {
  const { req } = request
  // Next takes the header away that says so, and leaves the address.
  if (!req.url?.includes('/_next/data/') || !hasScripts(env)) return false
  const fromPath = trimSlashes(readRefererPath(req.headers.referer))
  const toPath = readPagePath(request)
  if (fromPath === toPath) return false
  const isPaymentPage = paymentPages.includes(toPath)
  return isPaymentPage ? !paymentPages.includes(fromPath) : toPath === '/thank-you'
}

const readRefererPath = (referer: string | undefined): string =>
  referer && URL.canParse(referer) ? new URL(referer).pathname.replace(/^\/checkouts/, '') : ''

/** The page that was asked for, as a path without a slash at its end. */
export const readPagePath = ({ resolvedUrl }: Pick<PageRequest, 'resolvedUrl'>): string =>
  trimSlashes(resolvedUrl.split('?')[0] ?? '')

const trimSlashes = (path: string): string => path.replace(/\/+$/, '')

/** The address of a page as it is on the main host: its query may be somebody's own. */
export const buildMainUrl = ({ appUrl }: Env, request: PageRequest): string =>
  `${appUrl}/checkouts${readPagePath(request)}/`
