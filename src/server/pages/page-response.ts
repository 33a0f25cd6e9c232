import { randomBytes } from 'node:crypto'
import type { GetServerSidePropsContext, GetServerSidePropsResult, Redirect } from 'next'
import { launchParameters } from '@/domain/links/launch-params'
import { pickPassthroughParams } from '@/domain/links/passthrough-query'
import { type Backend, getBackend } from '@/server/backend'
import { buildContentSecurityPolicy } from '@/server/http/csp'
import { ApiError } from '@/server/infra/api-error'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { sendErrorPage } from '@/server/pages/error-page'
import {
  buildMainUrl,
  isMirror,
  listScriptHosts,
  needsFullLoad,
  readPagePath,
} from '@/server/pages/third-party-page'

/** Runs a page's work: no page of a customer is ever cached, and a refused form is answered as such. */
export async function handlePage<P>(
  context: GetServerSidePropsContext,
  handler: (backend: Backend) => Promise<GetServerSidePropsResult<P>>,
): Promise<GetServerSidePropsResult<P>> {
  const { res } = context
  const start = Date.now()
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
    if (!(error instanceof ApiError)) throw await toSafeError(error, resolveRoute(context))
    await sendErrorPage(context.req, res, error)
    return { props: {} as P } // the answer is out: Next sees that and renders nothing
  }
}

/** What is thrown on is printed whole, and a failed query's message holds answers: the log is told instead. */
async function toSafeError(error: unknown, route: string): Promise<Error> {
  const backend = await getBackend().catch(() => undefined)
  backend?.log.error({ ...toSafeLog(error), route }, 'a page failed')
  return new Error(pageFailedMessage)
}

/** Said of a page whose fault the log has been told of. */
export const pageFailedMessage = 'The page could not be made; the log says why.'

/** A policy with a nonce of its own for every answer; the document reads the nonce from it. */
function buildPagePolicy(env: Backend['env'], context: GetServerSidePropsContext): string {
  const { payments, paypal, thirdParty } = env
  return buildContentSecurityPolicy({
    nonce: randomBytes(16).toString('base64'),
    payments,
    hasPaypal: paypal !== undefined,
    thirdPartyHosts: listScriptHosts(env, context),
    reportingHost: thirdParty.errorReporting && new URL(thirdParty.errorReporting.dsn).origin,
    isDevelopment: process.env.NODE_ENV === 'development',
  })
}

/** Search engines list the main host's page, and not the mirror's. */
function setCanonicalHeaders(env: Backend['env'], context: GetServerSidePropsContext): void {
  context.res.setHeader('X-Robots-Tag', 'noindex, nofollow')
  context.res.setHeader('Link', `<${buildMainUrl(env, context)}>; rel="canonical"`)
}

/** Next's router follows what is outside of its base path as the browser does. */
const redirectToFullLoad = (context: GetServerSidePropsContext) => ({
  redirect: {
    destination: `/checkouts${readPagePath(context)}/${buildSearch(context)}`,
    basePath: false as const,
    statusCode: 307 as const,
  },
})

/** The query that was asked for, and what of the last page's goes along: the script that would see to it ends here. */
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

/** The page that was asked for; what is none may be named anything. */
const resolveRoute = ({ params, resolvedUrl }: GetServerSidePropsContext): string =>
  params?.path ? '/404' : readPagePath({ resolvedUrl }) || '/'

/** How long the page took, told to the reporting now and then (SPEC 9). */
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

/** Parameters of an address, in their order. */
export type QueryPairs = [string, string][]

/** The address's parameters without some of them. */
export const omitQueryParams = (
  { query }: GetServerSidePropsContext,
  omittedNames: string[],
): QueryPairs =>
  Object.entries(query)
    .filter(([name]) => !omittedNames.includes(name))
    .flatMap(([name, value]) => [value ?? []].flat().map((item): [string, string] => [name, item]))

/** Leads to another page, with what goes along and what is to be told there. */
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
