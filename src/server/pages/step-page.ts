import type { GetServerSideProps, GetServerSidePropsContext } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import { findStep, type Step } from '@/domain/checkout/steps'
import { type DestinationId, parseDestinationId } from '@/domain/data/destinations'
import {
  hasLaunch,
  isEmptyLaunch,
  launchParameters,
  parseLaunch,
  partnerParameter,
  readTokenParam,
  stateParameter,
} from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import { isSubmitted } from '@/server/checkout/submit-step'
import { resolveClientAddress } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { toIsoDate } from '@/server/infra/clock'
import { isToken } from '@/server/infra/tokens'
import { applyLaunch } from '@/server/links/apply-launch'
import { resolveLanding, writeClickCookies } from '@/server/links/click-cookies'
import {
  renewFreeShippingCookie,
  saveFreeShippingCoupon,
} from '@/server/links/free-shipping-cookie'
import { reportIgnoredState } from '@/server/links/url-state-change'
import {
  acceptLink,
  beginCheckout,
  buildNewCheckout,
  hasLastOrder,
  loadCurrentCheckout,
} from '@/server/pages/current-checkout'
import { handleFormPost } from '@/server/pages/form-posts'
import { buildPageProps, ignoredParameter, type PageProps } from '@/server/pages/page-props'
import {
  handlePage,
  omitQueryParams,
  type QueryPairs,
  redirect,
} from '@/server/pages/page-response'
import { acceptPartner, omitPartnerParams, toPartnerParams } from '@/server/pages/partner-link'
import {
  destinationFor,
  findPage,
  loadBackReason,
  orderElsewhereParams,
  redirectFor,
  resolveFirstPage,
} from '@/server/pages/route-customer'
import { sharePage } from '@/server/pages/shared-page'
import { readPagePath } from '@/server/pages/third-party-page'

export type { PageProps }

/**
 * A step's page: the step with its answers, the redirect after a posted form, or the redirect to
 * the customer's right page.
 */
export const stepPage =
  (id: Step['id'], namespaces: string[]): GetServerSideProps<PageProps> =>
  context =>
    handlePage(context, async backend => {
      const { route } = findPage(id)
      writeArrivalCookies(backend, context)
      const opened = await acceptLink(backend, context, route)
      if (opened) return opened
      const ignoredParams = findIgnoredParams(backend, context)
      if (ignoredParams)
        return redirect(
          route,
          omitQueryParams(context, [stateParameter, ignoredParameter]),
          ignoredParams,
        )
      const current = await loadCurrentCheckout(backend, context)
      const { checkout, ended } = current
      const partnerLink = await acceptPartner(backend, context, checkout, () =>
        beginCheckout(backend, context),
      )
      if (partnerLink)
        return redirect(
          route,
          omitPartnerParams(context, partnerLink),
          toPartnerParams(partnerLink),
        )
      const launchNotice = await acceptLaunch(backend, context, checkout)
      if (launchNotice)
        return redirect(
          route,
          omitQueryParams(context, [...launchParameters, ...Object.keys(launchNotice)]),
          launchNotice,
        )
      const redirectTarget = await redirectFor(backend, context, id, checkout)
      if (redirectTarget)
        return redirect(redirectTarget.route, listForwardedParams(context, checkout), {
          ...redirectTarget.params,
          ...(ended && { session: ended }),
        })
      const shownCheckout = checkout ?? (await buildNewCheckout(backend, context))
      if (context.req.method === 'POST')
        return handleFormPost(backend, context, id, shownCheckout, namespaces)
      const backReason =
        context.query['back'] === undefined ? null : await loadBackReason(backend, shownCheckout)
      const options = {
        step: id,
        isSubmitted: checkout !== null && (await isStepSubmitted(backend, id, checkout)),
        ended,
        // Once the first step is submitted, the new order needs no such notice.
        hasLastOrder:
          shownCheckout.state.step === 1 && (await hasLastOrder(backend, context.req, current)),
        backReason,
      }
      const props = await buildPageProps(backend, context, shownCheckout, namespaces, options)
      sharePage(context, route, props)
      return { props }
    })

/** Whether the browser need not submit the step again. */
async function isStepSubmitted(
  backend: Backend,
  id: Step['id'],
  { state }: WireCheckout,
): Promise<boolean> {
  const { table: permits } = await backend.permits()
  const context = { today: toIsoDate(backend.now()), permits, catalog: await backend.catalog() }
  return isSubmitted(state, id, context)
}

/** Cookies that every arrival writes, also if the page redirects. */
function writeArrivalCookies(backend: Backend, context: GetServerSidePropsContext): void {
  writeClickCookies(backend, context)
  renewFreeShippingCookie(backend, context)
}

/**
 * A page that is not a step. A partner's token is removed from its address: only the steps accept
 * it.
 */
export const plainPage =
  (
    namespaces: string[],
    status = 200,
    destination?: DestinationId,
  ): GetServerSideProps<PageProps> =>
  context =>
    handlePage(context, async backend => {
      context.res.statusCode = status
      if (status === 200) {
        const path = `${readPagePath(context)}/`
        const opened = await acceptLink(backend, context, path)
        if (opened) return opened
        if (context.query[partnerParameter] !== undefined)
          return redirect(path, omitQueryParams(context, [partnerParameter]))
      }
      const current = await loadCurrentCheckout(backend, context)
      const shownCheckout = current.checkout ?? (await buildNewCheckout(backend, context))
      const options = {
        beginsNoCheckout: status === 404,
        destination,
        hasLastOrder: await hasLastOrder(backend, context.req, current),
      }
      return { props: await buildPageProps(backend, context, shownCheckout, namespaces, options) }
    })

/** The information page of the destination in the address; not found for any other value. */
export const countryPage =
  (namespaces: string[]): GetServerSideProps<PageProps> =>
  async context => {
    const { country } = context.params ?? {}
    const destination = typeof country === 'string' ? parseDestinationId(country) : undefined
    if (!destination || destination !== country) return { notFound: true }
    return plainPage(namespaces, 200, destination)(context)
  }

/** Redirects to the saved step, or to the finish page when the customer returns from a bank. */
export const entryPage: GetServerSideProps<PageProps> = context =>
  handlePage(context, async backend => {
    writeArrivalCookies(backend, context)
    const opened = await acceptLink(backend, context, '/')
    if (opened) return opened
    const ignoredParams = findIgnoredParams(backend, context)
    if (ignoredParams)
      return redirect(
        '/',
        omitQueryParams(context, [stateParameter, ignoredParameter]),
        ignoredParams,
      )
    const { checkout, ended } = await loadCurrentCheckout(backend, context)
    if (checkout && isBankReturn(context)) return redirect('/finish-payment/')
    const launchNotice = await acceptLaunch(backend, context, checkout)
    const destination = await destinationFor(backend, context, checkout)
    return redirect(destination.route, listForwardedParams(context, checkout), {
      ...destination.params,
      ...launchNotice,
      ...(ended && { session: ended }),
    })
  })

/** The page that waits for the bank's result; without an order it redirects. */
export const finishPage =
  (namespaces: string[]): GetServerSideProps<PageProps> =>
  context =>
    handlePage(context, async backend => {
      // PayPal also adds a `token` to its return address.
      const opened =
        isToken(readTokenParam(context.query)) &&
        (await acceptLink(backend, context, '/finish-payment/'))
      if (opened) return opened
      const { checkout } = await loadCurrentCheckout(backend, context)
      if (checkout?.status === 'paid' && !isLifetimePending(checkout))
        return redirect(findStep('thank-you').route)
      if (!checkout)
        return redirect(resolveFirstPage(context.query).route, [], orderElsewhereParams)
      if (!checkout.order) return redirect('/')
      return { props: await buildPageProps(backend, context, checkout, namespaces) }
    })

/** Whether the lifetime order can still be paid. */
const isLifetimePending = ({ lifetime }: WireCheckout): boolean =>
  lifetime?.order?.status === 'pending' && lifetime.offer !== null

/**
 * The notice parameters of a link with an invalid `state`; undefined for a valid one or none. A
 * form post is left alone, so that its body is read first.
 */
function findIgnoredParams(backend: Backend, { req, query }: GetServerSidePropsContext) {
  const fault = req.method === 'POST' ? null : reportIgnoredState(backend, parseLaunch(query))
  return fault ? { [ignoredParameter]: fault } : undefined
}

/**
 * Applies the launch parameters to the checkout in progress and returns the notice parameters.
 * Returns undefined without launch parameters, or without a checkout, which gets them when it
 * begins.
 */
async function acceptLaunch(
  backend: Backend,
  context: GetServerSidePropsContext,
  checkout: WireCheckout | null,
): Promise<Record<string, string> | undefined> {
  const { req, query } = context
  if (!checkout || req.method === 'POST' || !hasLaunch(query)) return undefined
  if (isEmptyLaunch(parseLaunch(query))) return {}
  const address = resolveClientAddress(req, backend.env.trustedProxies)
  const launchRequest = { query, address, landing: resolveLanding(backend.env.appUrl, context) }
  const outcome = await applyLaunch(backend, checkout.token, launchRequest).catch(error => {
    if (error instanceof ApiError) return null
    throw error
  })
  await saveFreeShippingCoupon(backend, context, outcome?.coupon ?? null)
  return {
    ...(outcome?.isReleased && toPartnerParams({ failure: 'plan' })),
    ...(outcome?.isCouponDeferred && { link: 'waits' }),
  }
}

const isBankReturn = ({ query }: GetServerSidePropsContext): boolean =>
  ['payment_intent', 'setup_intent', 'redirect_status'].some(name => query[name] !== undefined)

const bankParameters = [
  'payment_intent',
  'payment_intent_client_secret',
  'setup_intent',
  'setup_intent_client_secret',
  'redirect_status',
]

/** The parameters for another page, without those of notices, of banks and of an applied link. */
const listForwardedParams = (
  context: GetServerSidePropsContext,
  checkout: WireCheckout | null,
): QueryPairs => {
  const consumedParams = checkout ? launchParameters : []
  return omitQueryParams(context, ['session', 'back', 'from', ...bankParameters, ...consumedParams])
}
