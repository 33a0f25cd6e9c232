import { randomBytes } from 'node:crypto'
import type { GetServerSideProps, GetServerSidePropsContext, GetServerSidePropsResult } from 'next'
import type { SSRConfig } from 'next-i18next/pages'
import type { WireCheckout } from '@/contract/checkout'
import type { WirePermits } from '@/contract/permits'
import { type CurrencyCode, defaultCurrency } from '@/domain/data/currencies'
import { directionOf } from '@/domain/data/languages'
import type { ShippingMethod } from '@/domain/delivery'
import { dismissedIn } from '@/domain/dismissals'
import { driverFormOf } from '@/domain/driver-form'
import { shippingFormOf } from '@/domain/forms'
import type { FieldIssue } from '@/domain/issues'
import { launchOf, launchParameters, launchPart, saysNothing } from '@/domain/launch'
import { canOpen, furthestOpen } from '@/domain/progress'
import { routeOf } from '@/domain/session'
import { type StepId, stepById } from '@/domain/steps'
import { type Backend, backend } from '@/server/backend'
import { todayOf } from '@/server/checkouts'
import { keepToken, setCookie } from '@/server/cookies'
import { type Deal, dealOf } from '@/server/deal'
import { Failure } from '@/server/failures'
import { faultOf } from '@/server/faults'
import { addressOf, headerOf } from '@/server/http'
import { languageOf, translated } from '@/server/language'
import { openLink } from '@/server/launched'
import { permitsFor } from '@/server/permits/permits'
import { postsFiles, takePhotos } from '@/server/photos/posted'
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
  /** What the address says of how the customer came, for the checkout that is still to begin. */
  launch: Record<string, string>
  notice: 'link_expired' | 'link_expired_own' | 'session_expired' | null
  /** The offer on the printed three-year plan. */
  deal: Deal | null
  /** What the customer has put away: it is not shown again. */
  dismissed: string[]
  /** The ways to send a parcel to the customer's country, on the steps that show them. */
  delivery?: { country: string; currency: CurrencyCode; methods: ShippingMethod[] }
  /** What countries accept, on the step that asks where the customer drives and lives. */
  permits?: WirePermits
}

/** What an operator has configured and a browser may know. */
export interface Settings {
  apiKey: string
  appUrl: string
  siteUrl: string | null
  cdnHost: string | null
  payments: 'sandbox' | 'live'
  stripeKey: string
  /** The coupons every customer, or every new one, has by itself. */
  promoCoupon: string | null
  newCustomerCoupon: string | null
}

type Props = GetServerSidePropsResult<PageProps>

/** A step's page: the filled step, the next step after a posted form, or the way to where the customer belongs. */
export const stepPage =
  (id: StepId, namespaces: string[]): GetServerSideProps<PageProps> =>
  context =>
    answering(context, async open => {
      const { route } = stepById(id)
      const link = await acceptLink(open, context)
      if (link)
        return redirect(route, kept(context, ['token', 'link']), link === 'expired' && { link })
      const { checkout, isExpired } = await visitOf(open, context)
      if (await acceptLaunch(open, context, checkout))
        return redirect(route, kept(context, launchParameters))
      const away = await elsewhere(open, id, checkout)
      if (away) return redirect(away, onward(context, checkout), isExpired && sessionOver)
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
    if (link) return redirect('/', kept(context, ['token', 'link']), link === 'expired' && { link })
    const { checkout, isExpired } = await visitOf(open, context)
    if (checkout && cameFromBank(context)) return redirect('/finish-payment/')
    await acceptLaunch(open, context, checkout)
    const today = todayOf(open.now())
    const { table } = await open.permits()
    const step = checkout ? furthestOpen(checkout.state, today, table).number : 1
    const route = routeOf(checkout?.status ?? 'processing', step)
    return redirect(route, onward(context, checkout), isExpired && sessionOver)
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

const sessionOver = { session: 'expired' }

/**
 * Puts what the address says on the checkout under way, as far as that can still change; false when it
 * says nothing, and when the checkout is still to begin and takes it along.
 */
async function acceptLaunch(
  open: Backend,
  { req, query }: GetServerSidePropsContext,
  checkout: WireCheckout | null,
): Promise<boolean> {
  if (!checkout || req.method === 'POST' || saysNothing(launchOf(query))) return false
  const address = addressOf(req, open.env.trustedProxies)
  await openLink(open, checkout.token, { query, address }).catch(error => {
    if (!(error instanceof Failure)) throw error
  })
  return true
}

const cameFromBank = ({ query }: GetServerSidePropsContext): boolean =>
  ['payment_intent', 'setup_intent', 'redirect_status'].some(name => query[name] !== undefined)

const bankParameters = [
  'payment_intent',
  'payment_intent_client_secret',
  'setup_intent',
  'setup_intent_client_secret',
  'redirect_status',
]

/** Where the customer belongs when it is not here. */
async function elsewhere(
  open: Backend,
  id: StepId,
  checkout: WireCheckout | null,
): Promise<string | undefined> {
  const step = stepById(id)
  if (!checkout) return id === 'driver-details' ? undefined : stepById('driver-details').route
  const isThere = id === 'thank-you'
  if (checkout.status === 'paid') return isThere ? undefined : stepById('thank-you').route
  const today = todayOf(open.now())
  const { table } = await open.permits()
  if (!isThere && canOpen(step, checkout.state, today, table)) return undefined
  return furthestOpen(checkout.state, today, table).route
}

async function posted(
  open: Backend,
  context: GetServerSidePropsContext,
  id: StepId,
  before: WireCheckout,
  namespaces: string[],
): Promise<Props> {
  if (id === 'upload-photos' && postsFiles(context.req))
    return postedPhotos(open, context, before, namespaces)
  const { checkout, issues } = await takePost(open, id, before, await postedIn(open, context))
  if (!before.token) setCookie(context.res, keepToken(open.env, checkout.token))
  if (issues.length === 0) return redirect(stepAfterPost(id))
  context.res.statusCode = 422
  return { props: await propsOf(open, context, checkout, namespaces, { step: id, issues }) }
}

/** Photos sent by a form alone, one or some at a time, or the word that they come later. */
async function postedPhotos(
  open: Backend,
  context: GetServerSidePropsContext,
  before: WireCheckout,
  namespaces: string[],
): Promise<Props> {
  const step = 'upload-photos'
  const { checkout, issues, isDone } = await takePhotos(open, before.token, context.req)
  if (issues.length === 0) return redirect(isDone ? stepAfterPost(step) : stepById(step).route)
  context.res.statusCode = 422
  return { props: await propsOf(open, context, checkout, namespaces, { step, issues }) }
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
      promoCoupon: await asKnown(open, env.coupons.promo),
      newCustomerCoupon: await asKnown(open, env.coupons.newCustomer),
    },
    language,
    dir: directionOf(language),
    languages: translated,
    today: todayOf(open.now()),
    issues: more.issues ?? [],
    launch: checkout.token ? {} : launchPart(context.query),
    deal: await dealOf(open, checkout.state),
    dismissed: dismissedIn(context.req.headers.cookie),
    notice: context.query.link ? expiredLink : isSessionOver ? 'session_expired' : null,
    ...(more.step && showsDelivery(more.step) && { delivery: await deliveryOf(open, checkout) }),
    ...(more.step === 'driver-details' && { permits: await permitsOn(open, checkout) }),
  }
}

/** A coupon's name as the shop writes it: an operator may write it in other letters. */
const asKnown = async (open: Backend, name: string | null): Promise<string | null> =>
  name && ((await open.catalog()).coupon(name, defaultCurrency)?.name ?? name)

const showsDelivery = (step: StepId): boolean => ['shipping', 'review', 'thank-you'].includes(step)

async function deliveryOf(open: Backend, { state }: WireCheckout): Promise<PageProps['delivery']> {
  const country = shippingFormOf(state).shipping_country
  const { currency } = state
  const catalog = await open.catalog()
  return { country, currency, methods: catalog.shippingMethods(country, currency) }
}

const permitsOn = (open: Backend, { state }: WireCheckout): Promise<WirePermits> =>
  permitsFor(open, [...state.destinations, driverFormOf(state).country_of_residence])

/** The address's parameters without some of them. */
const kept = ({ query }: GetServerSidePropsContext, without: string[]): Pairs =>
  Object.entries(query)
    .filter(([name]) => !without.includes(name))
    .flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]))

/** What goes along to another page: what is said once, and what the bank says, stays behind. */
const onward = (context: GetServerSidePropsContext, checkout: WireCheckout | null): Pairs => {
  const done = checkout ? launchParameters : []
  return kept(context, ['session', ...bankParameters, ...done])
}

type Pairs = [string, string][]

function redirect(to: string, along: Pairs = [], told: Record<string, string> | false = {}): Props {
  const search = new URLSearchParams([...along, ...Object.entries(told || {})]).toString()
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
