import { randomBytes } from 'node:crypto'
import type { GetServerSidePropsContext, GetServerSidePropsResult, Redirect } from 'next'
import { launchParameters } from '@/domain/links/launch-params'
import { restOf } from '@/domain/links/passthrough-query'
import { type Backend, backend } from '@/server/backend'
import { contentSecurityPolicy } from '@/server/http/csp'
import { Failure } from '@/server/infra/api-error'
import { faultOf } from '@/server/infra/safe-error-log'
import { tellRefused } from '@/server/pages/error-page'
import {
  hostsOn,
  isMirror,
  mainAddress,
  needsWholeLoad,
  pageOf,
} from '@/server/pages/third-party-page'

/** Runs a page's work: no page of a customer is ever cached, and a refused form is answered as such. */
export async function answering<P>(
  context: GetServerSidePropsContext,
  work: (open: Backend) => Promise<GetServerSidePropsResult<P>>,
): Promise<GetServerSidePropsResult<P>> {
  const { res } = context
  const start = Date.now()
  res.setHeader('Cache-Control', 'private, no-store')
  try {
    const open = await backend()
    res.setHeader('Content-Security-Policy', policyFor(open.env, context))
    if (isMirror(open.env, context)) leadToMainHost(open.env, context)
    const answer = needsWholeLoad(open.env, context) ? loadWhole(context) : await work(open)
    timed(open, context, start)
    return answer
  } catch (error) {
    if (!(error instanceof Failure)) throw await withoutParticulars(error, routeIn(context))
    await tellRefused(context.req, res, error)
    return { props: {} as P } // the answer is out: Next sees that and renders nothing
  }
}

/** What is thrown on is printed whole, and a failed query's message holds answers: the log is told instead. */
async function withoutParticulars(error: unknown, route: string): Promise<Error> {
  const open = await backend().catch(() => undefined)
  open?.log.error({ ...faultOf(error), route }, 'a page failed')
  return new Error(pageFailed)
}

/** Said of a page whose fault the log has been told of. */
export const pageFailed = 'The page could not be made; the log says why.'

/** A policy with a nonce of its own for every answer; the document reads the nonce from it. */
function policyFor(env: Backend['env'], context: GetServerSidePropsContext): string {
  const { payments, paypal, outside } = env
  return contentSecurityPolicy({
    nonce: randomBytes(16).toString('base64'),
    payments,
    hasPaypal: paypal !== undefined,
    outsideHosts: hostsOn(env, context),
    reportsHost: outside.reports && new URL(outside.reports.dsn).origin,
    isDevelopment: process.env.NODE_ENV === 'development',
  })
}

/** Search engines list the main host's page, and not the mirror's. */
function leadToMainHost(env: Backend['env'], context: GetServerSidePropsContext): void {
  context.res.setHeader('X-Robots-Tag', 'noindex, nofollow')
  context.res.setHeader('Link', `<${mainAddress(env, context)}>; rel="canonical"`)
}

/** Next's router follows what is outside of its base path as the browser does. */
const loadWhole = (context: GetServerSidePropsContext) => ({
  redirect: {
    destination: `/checkouts${pageOf(context)}/${searchOf(context)}`,
    basePath: false as const,
    statusCode: 307 as const,
  },
})

/** The query that was asked for, and what of the last page's goes along: the script that would see to it ends here. */
function searchOf({ req, resolvedUrl }: GetServerSidePropsContext): string {
  const search = new URLSearchParams(resolvedUrl.split('?')[1])
  const { referer } = req.headers
  const last = referer && URL.canParse(referer) ? [...new URL(referer).searchParams] : []
  const missing = restOf(last, launchParameters).filter(([name]) => !search.has(name))
  for (const [name, value] of missing) search.append(name, value)
  return search.size > 0 ? `?${search}` : ''
}

/** The page that was asked for; what is none may be named anything. */
const routeIn = ({ params, resolvedUrl }: GetServerSidePropsContext): string =>
  params?.path ? '/404' : pageOf({ resolvedUrl }) || '/'

/** How long the page took, told to the reporting now and then (SPEC 9). */
function timed({ reports }: Backend, context: GetServerSidePropsContext, start: number): void {
  const times = { start: start / 1_000, end: Date.now() / 1_000 }
  reports.timing({ route: routeIn(context), operation: 'http.server', ...times, isFine: true })
}

/** Parameters of an address, in their order. */
export type Pairs = [string, string][]

/** The address's parameters without some of them. */
export const kept = ({ query }: GetServerSidePropsContext, without: string[]): Pairs =>
  Object.entries(query)
    .filter(([name]) => !without.includes(name))
    .flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]))

/** Leads to another page, with what goes along and what is to be told there. */
export function redirect(
  to: string,
  along: Pairs = [],
  told: Record<string, string> | false = {},
): { redirect: Redirect } {
  const search = new URLSearchParams([...along, ...Object.entries(told || {})]).toString()
  return { redirect: { destination: search ? `${to}?${search}` : to, statusCode: 303 } }
}
