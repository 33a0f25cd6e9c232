import type { GetServerSidePropsContext, GetServerSidePropsResult, Redirect } from 'next'
import { launchParameters } from '@/domain/links/launch-params'
import { pickPassthroughParams } from '@/domain/links/passthrough-query'
import { type Backend, getBackend } from '@/server/backend'
import { buildContentSecurityPolicy } from '@/server/http/csp'
import { earlyErrorsScript, getPageStyles, styleNonce } from '@/server/http/inline-parts'
import { ApiError } from '@/server/infra/api-error'
import { toApiError } from '@/server/infra/outage'
import { nameRoute } from '@/server/infra/request-context'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { sendErrorPage } from '@/server/pages/error-page'
import {
  buildMainUrl,
  isMirror,
  listScriptHosts,
  needsFullLoad,
  readPagePath,
} from '@/server/pages/third-party-page'

/**
 * Runs a page's handler: no customer page is cached, and an `ApiError` or an outage becomes an error
 * page. Throws a neutral error for any other fault.
 */
export async function handlePage<P>(
  context: GetServerSidePropsContext,
  handler: (backend: Backend) => Promise<GetServerSidePropsResult<P>>,
): Promise<GetServerSidePropsResult<P>> {
  const { res } = context
  const start = Date.now()
  nameRoute(resolveRoute(context))
  res.setHeader('Cache-Control', 'private, no-store')
  try {
    const backend = await getBackend()
    res.setHeader('Content-Security-Policy', buildPagePolicy(backend.env, context))
    if (isMirror(backend.env, context)) setCanonicalHeaders(backend.env, context)
    const result = needsFullLoad(backend.env, context)
      ? redirectToFullLoad(context)
      : await handler(backend)
    reportTiming(backend, context, start)
    return result
  } catch (error) {
    if (!(error instanceof ApiError)) await logFault(error, resolveRoute(context))
    const apiError = toApiError(error)
    if (!apiError) throw new Error(pageFailedMessage)
    await sendErrorPage(context.req, res, apiError)
    return { props: {} as P } // the response is finished: Next renders nothing
  }
}

/**
 * Next prints thrown errors in full, and a failed query's message contains answers. So the safe
 * part is logged, and a neutral error is thrown.
 */
async function logFault(error: unknown, route: string): Promise<void> {
  const backend = await getBackend().catch(() => undefined)
  backend?.log.error({ event: 'page.failed', ...toSafeLog(error), route }, 'a page failed')
}

/** The message of a page error that is already logged. */
export const pageFailedMessage = 'The page could not be made; the log says why.'

function buildPagePolicy(env: Backend['env'], context: GetServerSidePropsContext): string {
  const { payments, paypal, thirdParty } = env
  const hasPaypal = paypal !== undefined
  const styles = getPageStyles()
  return buildContentSecurityPolicy({
    scriptHashes: thirdParty.errorReporting ? [earlyErrorsScript.source] : [],
    styleSources: [
      ...(styles ? [styles.source] : []),
      ...(hasPaypal && payments === 'live' ? [`'nonce-${styleNonce}'`] : []),
    ],
    payments,
    hasPaypal,
    thirdPartyHosts: listScriptHosts(env, context),
    reportingHost: thirdParty.errorReporting && new URL(thirdParty.errorReporting.dsn).origin,
    isDevelopment: process.env.NODE_ENV === 'development',
  })
}

/** Search engines should list the main host's page, not the mirror's. */
function setCanonicalHeaders(env: Backend['env'], context: GetServerSidePropsContext): void {
  context.res.setHeader('X-Robots-Tag', 'noindex, nofollow')
  context.res.setHeader('Link', `<${buildMainUrl(env, context)}>; rel="canonical"`)
}

/** Next's router follows a redirect outside its base path with a full page load. */
const redirectToFullLoad = (context: GetServerSidePropsContext) => ({
  redirect: {
    destination: `/checkouts${readPagePath(context)}/${buildSearch(context)}`,
    basePath: false as const,
    statusCode: 307 as const,
  },
})

/**
 * The requested query and the pass-through parameters of the last page: the full load ends the
 * script that would add them.
 */
function buildSearch({ req, resolvedUrl }: GetServerSidePropsContext): string {
  const search = new URLSearchParams(resolvedUrl.split('?')[1])
  const { referer } = req.headers
  const lastParams = referer && URL.canParse(referer) ? [...new URL(referer).searchParams] : []
  const missingParams = pickPassthroughParams(lastParams, launchParameters).filter(
    ([name]) => !search.has(name),
  )
  for (const [name, value] of missingParams) search.append(name, value)
  return search.size > 0 ? `?${search}` : ''
}

/** The requested route; `/404` for unknown addresses, which may contain anything. */
const resolveRoute = ({ params, resolvedUrl }: GetServerSidePropsContext): string =>
  params?.['path'] ? '/404' : readPagePath({ resolvedUrl }) || '/'

/** Reports the duration of the page; the error reporter samples it. */
function reportTiming(
  { errorReporter }: Backend,
  context: GetServerSidePropsContext,
  start: number,
): void {
  const span = { start: start / 1_000, end: Date.now() / 1_000 }
  errorReporter.captureTiming({
    route: resolveRoute(context),
    operation: 'http.server',
    ...span,
    isFine: true,
  })
}

/** Query parameters in their order. */
export type QueryPairs = [string, string][]

/** The query parameters without the given names. */
export const omitQueryParams = (
  { query }: GetServerSidePropsContext,
  omittedNames: string[],
): QueryPairs =>
  Object.entries(query)
    .filter(([name]) => !omittedNames.includes(name))
    .flatMap(([name, value]) => [value ?? []].flat().map((item): [string, string] => [name, item]))

/** A redirect (303) with forwarded parameters and the parameters of a notice. */
export function redirect(
  to: string,
  forwardedParams: QueryPairs = [],
  noticeParams: Record<string, string> | false = {},
): { redirect: Redirect } {
  const search = new URLSearchParams([
    ...forwardedParams,
    ...Object.entries(noticeParams || {}),
  ]).toString()
  return { redirect: { destination: search ? `${to}?${search}` : to, statusCode: 303 } }
}
