import type { GetServerSideProps, GetServerSidePropsContext } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import { type Step, stepById } from '@/domain/checkout/steps'
import {
  hasLaunch,
  launchOf,
  launchParameters,
  partnerParameter,
  saysNothing,
  stateParameter,
  tokenIn,
} from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import { addressOf } from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'
import { isToken } from '@/server/infra/tokens'
import { openLink } from '@/server/links/apply-launch'
import { keepClicks, landingAt } from '@/server/links/click-cookies'
import { keepFreeDelivery, renewFreeDelivery } from '@/server/links/free-shipping-cookie'
import { tellIgnored } from '@/server/links/url-state-change'
import { begun } from '@/server/pages/begin-checkout'
import { acceptLink, newCheckout, tokenParameters, visitOf } from '@/server/pages/current-checkout'
import { posted } from '@/server/pages/form-posts'
import { ignoredParameter, type PageProps, propsOf } from '@/server/pages/page-props'
import { answering, kept, type Pairs, redirect } from '@/server/pages/page-response'
import { acceptPartner, tellPartner, withoutPartnerLink } from '@/server/pages/partner-link'
import {
  elsewhere,
  firstPage,
  orderElsewhere,
  pageById,
  wayTo,
  whyLedBack,
} from '@/server/pages/route-customer'
import { pageOf as pathOf } from '@/server/pages/third-party-page'

export type { PageProps }

/** A step's page: the filled step, the next step after a posted form, or the way to where the customer belongs. */
export const stepPage =
  (id: Step['id'], namespaces: string[]): GetServerSideProps<PageProps> =>
  context =>
    answering(context, async open => {
      const { route } = pageById(id)
      arrive(open, context)
      const link = await acceptLink(open, context)
      if (link) return redirect(route, kept(context, tokenParameters), link)
      const ignored = ignoredState(open, context)
      if (ignored)
        return redirect(route, kept(context, [stateParameter, ignoredParameter]), ignored)
      const { checkout, isExpired } = await visitOf(open, context)
      const partner = await acceptPartner(open, context, checkout, () => begun(open, context))
      if (partner)
        return redirect(route, withoutPartnerLink(context, partner), tellPartner(partner))
      const launched = await acceptLaunch(open, context, checkout)
      if (launched)
        return redirect(
          route,
          kept(context, [...launchParameters, ...Object.keys(launched)]),
          launched,
        )
      const away = await elsewhere(open, context, id, checkout)
      if (away)
        return redirect(away.route, onward(context, checkout), {
          ...away.told,
          ...(isExpired && sessionOver),
        })
      const shown = checkout ?? (await newCheckout(open, context))
      if (context.req.method === 'POST') return posted(open, context, id, shown, namespaces)
      const back = context.query.back === undefined ? null : await whyLedBack(open, shown)
      const more = { step: id, isExpired, back }
      return { props: await propsOf(open, context, shown, namespaces, more) }
    })

/** What is kept with the browser whichever page this is, or leads to. */
function arrive(open: Backend, context: GetServerSidePropsContext): void {
  keepClicks(open, context)
  renewFreeDelivery(open, context)
}

/** A page that is no step: it shows whatever checkout there is. A partner's link is for the steps to take. */
export const plainPage =
  (namespaces: string[], status = 200): GetServerSideProps<PageProps> =>
  context =>
    answering(context, async open => {
      context.res.statusCode = status
      if (status === 200) {
        const link = await acceptLink(open, context)
        if (link || context.query[partnerParameter] !== undefined)
          return redirect(
            `${pathOf(context)}/`,
            kept(context, [...tokenParameters, partnerParameter]),
            link,
          )
      }
      const { checkout } = await visitOf(open, context)
      const shown = checkout ?? (await newCheckout(open, context))
      return { props: await propsOf(open, context, shown, namespaces) }
    })

/** The way to the saved step, or to the finish page when the customer comes back from a bank. */
export const entrance: GetServerSideProps<PageProps> = context =>
  answering(context, async open => {
    arrive(open, context)
    const link = await acceptLink(open, context)
    if (link) return redirect('/', kept(context, tokenParameters), link)
    const ignored = ignoredState(open, context)
    if (ignored) return redirect('/', kept(context, [stateParameter, ignoredParameter]), ignored)
    const { checkout, isExpired } = await visitOf(open, context)
    if (checkout && cameFromBank(context)) return redirect('/finish-payment/')
    const launched = await acceptLaunch(open, context, checkout)
    const way = await wayTo(open, context, checkout)
    return redirect(way.route, onward(context, checkout), {
      ...way.told,
      ...launched,
      ...(isExpired && sessionOver),
    })
  })

/** The page that waits for the bank's word; without an order there is nothing to wait for. */
export const finishPage =
  (namespaces: string[]): GetServerSideProps<PageProps> =>
  context =>
    answering(context, async open => {
      // PayPal, too, adds a `token` to where it sends its customers.
      if (isToken(tokenIn(context.query)) && (await acceptLink(open, context)))
        return redirect('/finish-payment/', kept(context, tokenParameters))
      const { checkout } = await visitOf(open, context)
      if (checkout?.status === 'paid' && !isPayingSecond(checkout))
        return redirect(stepById('thank-you').route)
      if (!checkout) return redirect(firstPage(context.query).route, [], orderElsewhere)
      if (!checkout.order) return redirect('/')
      return { props: await propsOf(open, context, checkout, namespaces) }
    })

/** Whether the order beside the paid one may still be paid. */
const isPayingSecond = ({ lifetime }: WireCheckout): boolean =>
  lifetime?.order?.status === 'pending' && lifetime.offer !== null

const sessionOver = { session: 'expired' }

/**
 * What is told of a link whose `state` is not right, on the same page without it; undefined when it is, or
 * when there is none. A form keeps its address until it is read.
 */
function ignoredState(open: Backend, { req, query }: GetServerSidePropsContext) {
  const ignored = req.method === 'POST' ? null : tellIgnored(open, launchOf(query))
  return ignored ? { [ignoredParameter]: ignored } : undefined
}

/**
 * Puts what the address says on the checkout under way, as far as that can still change, and answers with what
 * is told of it; undefined when it says nothing, and when the checkout is still to begin and takes it along.
 */
async function acceptLaunch(
  open: Backend,
  context: GetServerSidePropsContext,
  checkout: WireCheckout | null,
): Promise<Record<string, string> | undefined> {
  const { req, query } = context
  if (!checkout || req.method === 'POST' || !hasLaunch(query)) return undefined
  if (saysNothing(launchOf(query))) return {}
  const address = addressOf(req, open.env.trustedProxies)
  const arrival = { query, address, landing: landingAt(open.env.appUrl, context) }
  const opened = await openLink(open, checkout.token, arrival).catch(error => {
    if (error instanceof Failure) return null
    throw error
  })
  await keepFreeDelivery(open, context, opened?.coupon ?? null)
  return {
    ...(opened?.isReleased && tellPartner({ failure: 'plan' })),
    ...(opened?.isCodeWaiting && { link: 'waits' }),
  }
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

/** What goes along to another page: what is said once, and what the bank says, stays behind. */
const onward = (context: GetServerSidePropsContext, checkout: WireCheckout | null): Pairs => {
  const done = checkout ? launchParameters : []
  return kept(context, ['session', 'back', 'from', ...bankParameters, ...done])
}
