import { randomBytes } from 'node:crypto'
import type { GetServerSideProps, GetServerSidePropsContext, GetServerSidePropsResult } from 'next'
import type { SSRConfig } from 'next-i18next/pages'
import type { WireCheckout } from '@/contract/checkout'
import type { CurrencyCode } from '@/domain/data/currencies'
import { directionOf } from '@/domain/data/languages'
import type { ShippingMethod } from '@/domain/delivery'
import { shippingFormOf } from '@/domain/forms'
import type { FieldIssue } from '@/domain/issues'
import { routeOf } from '@/domain/session'
import { canOpen, furthestOpen, type StepId, stepById } from '@/domain/steps'
import { type Backend, backend } from '@/server/backend'
import { todayOf } from '@/server/checkouts'
import { keepToken, setCookie } from '@/server/cookies'
import { Failure } from '@/server/failures'
import { faultOf } from '@/server/faults'
import { headerOf } from '@/server/http'
import { languageOf, translated } from '@/server/language'
import { postedIn, takePost } from '@/server/posts'
import { contentSecurityPolicy } from '@/server/security'
import { textsOf } from '@/server/texts'
import { acceptLink, newCheckout, visitOf } from '@/server/visit'

/** What every page is given: what the server knows, so that the browser waits for nothing. */
export interface PageProps extends SSRConfig {
  checkout: WireCheckout
  settings: Settings
  language: string
  dir: 'ltr' | 'rtl'
  /** Languages that have texts. */
  languages: string[]
  /** The server's calendar day, `yyyy-mm-dd`. */
  today: string
  /** What was wrong with a form posted without scripts. */
  issues: FieldIssue[]
  notice: 'link_expired' | 'link_expired_own' | 'session_expired' | null
  /** The ways to send a parcel to the customer's country, on the steps that show them. */
  delivery?: { country: string; currency: CurrencyCode; methods: ShippingMethod[] }
}

/** What an operator has configured and a browser may know. */
export interface Settings {
  apiKey: string
  appUrl: string
  siteUrl: string | null
  cdnHost: string | null
  payments: 'sandbox' | 'live'
  stripeKey: string
}

type Props = GetServerSidePropsResult<PageProps>

/** A step's page: the filled step, the next step after a posted form, or the way to where the customer belongs. */
export const stepPage =
  (id: StepId, namespaces: string[]): GetServerSideProps<PageProps> =>
  context =>
    answering(context, async open => {
      const link = await acceptLink(open, context)
      if (link) return redirect(stepById(id).route, link === 'expired' ? { link } : {})
      const { checkout, isExpired } = await visitOf(open, context)
      const away = elsewhere(open, id, checkout)
      if (away) return redirect(away, isExpired ? { session: 'expired' } : {})
      const shown = checkout ?? (await newCheckout(open, context))
      if (context.req.method === 'POST') return posted(open, context, id, shown, namespaces)
      return { props: await propsOf(open, context, shown, namespaces, { step: id, isExpired }) }
    })

/** A page that is no step: it shows whatever checkout there is. */
export const plainPage =
  (namespaces: string[], status = 200): GetServerSideProps<PageProps> =>
  context =>
    answering(context, async open => {
      context.res.statusCode = status
      const { checkout } = await visitOf(open, context)
      const shown = checkout ?? (await newCheckout(open, context))
      return { props: await propsOf(open, context, shown, namespaces) }
    })

/** The way to the saved step, or to the finish page when the customer comes back from a bank. */
export const entrance: GetServerSideProps<PageProps> = context =>
  answering(context, async open => {
    const link = await acceptLink(open, context)
    if (link) return redirect('/', link === 'expired' ? { link } : {})
    const { checkout, isExpired } = await visitOf(open, context)
    if (checkout && cameFromBank(context)) return redirect('/finish-payment/')
    const today = todayOf(open.now())
    const step = checkout ? furthestOpen(checkout.state, today).number : 1
    return redirect(routeOf(checkout?.status ?? 'processing', step), {
      ...(context.query.link && { link: 'expired' }),
      ...(isExpired && { session: 'expired' }),
    })
  })

/** The page that waits for the bank's word; without an order there is nothing to wait for. */
export const finishPage =
  (namespaces: string[]): GetServerSideProps<PageProps> =>
  context =>
    answering(context, async open => {
      const { checkout } = await visitOf(open, context)
      if (checkout?.status === 'paid') return redirect(stepById('thank-you').route)
      if (!checkout?.order) return redirect('/')
      return { props: await propsOf(open, context, checkout, namespaces) }
    })

const cameFromBank = ({ query }: GetServerSidePropsContext): boolean =>
  ['payment_intent', 'setup_intent', 'redirect_status'].some(name => query[name] !== undefined)

/** Where the customer belongs when it is not here. */
function elsewhere(open: Backend, id: StepId, checkout: WireCheckout | null): string | undefined {
  const step = stepById(id)
  if (!checkout) return id === 'driver-details' ? undefined : stepById('driver-details').route
  const isThere = id === 'thank-you'
  if (checkout.status === 'paid') return isThere ? undefined : stepById('thank-you').route
  const today = todayOf(open.now())
  if (!isThere && canOpen(step, checkout.state, today)) return undefined
  return furthestOpen(checkout.state, today).route
}

async function posted(
  open: Backend,
  context: GetServerSidePropsContext,
  id: StepId,
  before: WireCheckout,
  namespaces: string[],
): Promise<Props> {
  const { checkout, issues } = await takePost(open, id, before, await postedIn(context.req))
  if (!before.token) setCookie(context.res, keepToken(open.env, checkout.token))
  if (issues.length === 0) return redirect(stepAfterPost(id))
  context.res.statusCode = 422
  return { props: await propsOf(open, context, checkout, namespaces, { step: id, issues }) }
}

const stepAfterPost = (id: StepId): string => routeOf('processing', stepById(id).number + 1)

async function propsOf(
  open: Backend,
  context: GetServerSidePropsContext,
  checkout: WireCheckout,
  namespaces: string[],
  more: { step?: StepId; issues?: FieldIssue[]; isExpired?: boolean } = {},
): Promise<PageProps> {
  const language = languageOf(
    headerOf(context.req),
    checkout.token ? checkout.state.language : undefined,
  )
  const { env } = open
  const expiredLink = checkout.token ? 'link_expired_own' : 'link_expired'
  const isSessionOver = more.isExpired || context.query.session === 'expired'
  return {
    ...(await textsOf(language, ['common', ...namespaces])),
    checkout,
    settings: {
      apiKey: env.apiKey,
      appUrl: env.appUrl,
      siteUrl: env.siteUrl ?? null,
      cdnHost: env.cdnHost ?? null,
      payments: env.payments,
      stripeKey: env.stripe.publishableKey,
    },
    language,
    dir: directionOf(language),
    languages: translated,
    today: todayOf(open.now()),
    issues: more.issues ?? [],
    notice: context.query.link ? expiredLink : isSessionOver ? 'session_expired' : null,
    ...(more.step && showsDelivery(more.step) && { delivery: await deliveryOf(open, checkout) }),
  }
}

const showsDelivery = (step: StepId): boolean => ['shipping', 'review', 'thank-you'].includes(step)

async function deliveryOf(open: Backend, { state }: WireCheckout): Promise<PageProps['delivery']> {
  const country = shippingFormOf(state).shipping_country
  const { currency } = state
  const catalog = await open.catalog()
  return { country, currency, methods: catalog.shippingMethods(country, currency) }
}

const redirect = (to: string, query: Record<string, string> = {}): Props => {
  const search = new URLSearchParams(query).toString()
  return { redirect: { destination: search ? `${to}?${search}` : to, statusCode: 303 } }
}

/** Runs a page's work: no page of a customer is ever cached, and a refused form is answered as such. */
async function answering(
  { res }: GetServerSidePropsContext,
  work: (open: Backend) => Promise<Props>,
): Promise<Props> {
  res.setHeader('Cache-Control', 'private, no-store')
  try {
    const open = await backend()
    res.setHeader('Content-Security-Policy', policyFor(open.env))
    return await work(open)
  } catch (error) {
    if (!(error instanceof Failure)) throw await withoutParticulars(error)
    res.statusCode = error.status
    res.setHeader('Content-Type', 'text/plain; charset=utf-8')
    res.end(error.message)
    return { props: {} as PageProps } // the answer is out: Next sees that and renders nothing
  }
}

/** What is thrown on is printed whole, and a failed query's message holds answers: the log is told instead. */
async function withoutParticulars(error: unknown): Promise<Error> {
  const open = await backend().catch(() => undefined)
  open?.log.error(faultOf(error), 'a page failed')
  return new Error('The page could not be made; the log says why.')
}

/** A policy with a nonce of its own for every answer; the document reads the nonce from it. */
const policyFor = ({ payments }: Backend['env']): string =>
  contentSecurityPolicy({
    nonce: randomBytes(16).toString('base64'),
    payments,
    isDevelopment: process.env.NODE_ENV === 'development',
  })
