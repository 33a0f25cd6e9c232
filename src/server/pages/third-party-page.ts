import type { GetServerSidePropsContext } from 'next'
import type { OutsideSettings } from '@/contract/page'
import type { Env } from '@/server/config/env'
import type { OutsideScripts } from '@/server/config/third-party-env'
import { release } from '@/server/gateways/reports'

type Asked = Pick<GetServerSidePropsContext, 'req' | 'resolvedUrl'>

export function outsideSettings(env: Env, asked: Asked): OutsideSettings {
  const { reports, scripts } = env.outside
  return {
    scripts: scriptsRunOn(env, asked) ? nullsIn(scripts) : null,
    reports: reports ? { ...reports, release: release() } : null,
    isMirror: isMirror(env, asked),
  }
}

const nullsIn = ({ gtm, chat, reviews, referral, testing }: OutsideScripts) => ({
  gtm: gtm ?? null,
  chat: chat ?? null,
  reviews: reviews ?? null,
  referral: referral ?? null,
  testing: testing ?? null,
})

/** Where money is paid, none of others' scripts run: who could read or change that page could take the money. */
const payingPages = ['/v2/payment', '/express/payment', '/finish-payment']

/** Addresses that open something, or that are the shop's own. */
const closedPages = ['/photos', '/auto-renewal', '/links']

/** Hosts whose scripts may run on a page. */
export const hostsOn = (env: Env, asked: Asked): string[] =>
  scriptsRunOn(env, asked) ? env.outside.hosts : []

const scriptsRunOn = (env: Env, asked: Asked): boolean =>
  hasScripts(env) &&
  !isMirror(env, asked) &&
  ![...payingPages, ...closedPages].includes(pageOf(asked))

const hasScripts = ({ outside }: Env): boolean =>
  Object.values(outside.scripts).some(script => script !== undefined)

/** The Host header is anybody's claim: only the very name counts, and it takes nothing but things away. */
export const isMirror = ({ outside }: Env, { req }: Pick<Asked, 'req'>): boolean =>
  outside.mirrorHost !== undefined && req.headers.host?.toLowerCase() === outside.mirrorHost

/**
 * Whether a page that a script asks for must be loaded whole. A script, once loaded, lives on in its tab: it must
 * not be there when the customer pays, and a page after that is one on which others' scripts may run again.
 */
export function needsWholeLoad(env: Env, asked: Asked): boolean {
  const { req } = asked
  // Next takes the header away that says so, and leaves the address.
  if (!req.url?.includes('/_next/data/') || !hasScripts(env)) return false
  const from = pagePath(refererPath(req.headers.referer))
  const to = pageOf(asked)
  if (from === to) return false
  const isPaying = payingPages.includes(to)
  return isPaying ? !payingPages.includes(from) : to === '/thank-you'
}

const refererPath = (referer: string | undefined): string =>
  referer && URL.canParse(referer) ? new URL(referer).pathname.replace(/^\/checkouts/, '') : ''

/** The page that was asked for, as a path without a slash at its end. */
export const pageOf = ({ resolvedUrl }: Pick<Asked, 'resolvedUrl'>): string =>
  pagePath(resolvedUrl.split('?')[0] ?? '')

const pagePath = (path: string): string => path.replace(/\/+$/, '')

/** The address of a page as it is on the main host: its query may be somebody's own. */
export const mainAddress = ({ appUrl }: Env, asked: Asked): string =>
  `${appUrl}/checkouts${pageOf(asked)}/`
