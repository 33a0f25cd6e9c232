import type { IncomingMessage } from 'node:http'
import type { GetServerSideProps } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import type { CompletedOrder, OfferedOrder, OrderReceipt } from '@/contract/page'
import { maskEmail } from '@/domain/input/mask-email'
import type { Backend } from '@/server/backend'
import {
  buildExpiredOfferCookie,
  buildExpiredTokenCookie,
  buildTokenCookie,
  offeredTokenCookie,
  setCookie,
  tokenCookie,
} from '@/server/http/cookies'
import { readCookie } from '@/server/http/request'
import { hashOf } from '@/server/infra/tokens'
import {
  buildNewCheckout,
  findCheckout,
  loadCurrentCheckout,
  openOrderRoute,
  renewOrder,
  returnParameter,
} from '@/server/pages/current-checkout'
import { createFormRoute } from '@/server/pages/form-route'
import { buildPageProps, type PageProps } from '@/server/pages/page-props'
import { handlePage, redirect } from '@/server/pages/page-response'

export type OpenOrderProps = PageProps & { offer: OfferedOrder }

/**
 * Asks whether to open the order of a link in this browser, or says where a completed one stands.
 * Without an offered order, leads to the customer's own.
 */
export const openOrderPage: GetServerSideProps<OpenOrderProps> = context =>
  handlePage(context, async backend => {
    const offered = await findOffered(backend, context.req)
    if (!offered) return redirect('/')
    const { checkout } = await loadCurrentCheckout(backend, context)
    const shownCheckout = checkout ?? (await buildNewCheckout(backend, context))
    const options = { beginsNoCheckout: true }
    const completed = toCompletedOrder(offered)
    // The receipt's texts are those of the thank-you page.
    const namespaces = ['open-order', ...(completed ? ['thank-you'] : [])]
    const offer = {
      id: toOfferId(offered.token),
      email: maskEmail(offered.state.customer.email),
      hasOwnOrder: checkout?.status === 'processing',
      to: String(context.query[returnParameter] ?? '/'),
      completed,
    }
    return {
      props: {
        ...(await buildPageProps(backend, context, shownCheckout, namespaces, options)),
        offer,
      },
    }
  })

/**
 * Opens the offered order in this browser if the customer agreed, or begins one with the answers of a
 * completed one, and ends the offer. The answer is
 * for the order that the page has shown: another tab may have been offered another one meanwhile,
 * which is asked about again, or may have opened this one, which a refusal closes.
 */
export const answerOffer = createFormRoute(async (backend, { request, response, form }) => {
  const to = toLocalUrl(form.get(returnParameter))
  const isShown = (token = '') => toOfferId(token) === form.get('offer')
  const offered = await findOffered(backend, request)
  // A completed order stays where the customer can find it.
  const isLastOrder = offered?.status === 'completed'
  if (form.get('answer') !== 'open') {
    if (!isLastOrder) setCookie(response, buildExpiredOfferCookie(backend.env))
    if (isShown(readCookie(request, tokenCookie)))
      setCookie(response, buildExpiredTokenCookie(backend.env))
    return `/checkouts/${to.search}`
  }
  if (!offered) return '/checkouts/'
  if (!isShown(offered.token))
    return `/checkouts${openOrderRoute}?${new URLSearchParams({ [returnParameter]: '/' })}`
  if (isLastOrder) {
    await renewOrder(backend, { req: request, res: response }, offered)
    return '/checkouts/?renewed='
  }
  setCookie(response, buildExpiredOfferCookie(backend.env))
  setCookie(response, buildTokenCookie(backend.env, offered.token))
  return `/checkouts${to.pathname}${to.search}`
})

function toCompletedOrder(checkout: WireCheckout): CompletedOrder | null {
  const { status, order } = checkout
  if (status !== 'completed' || !order?.fulfilled_at) return null
  return {
    number: order.id,
    sentOn: order.fulfilled_at.slice(0, 10),
    trackingNumber: order.tracking_number ?? null,
    receipt: toReceipt(checkout),
  }
}

/** What was bought and paid; of how to reach the customer only the masked email address. */
function toReceipt({ order, lifetime, state }: WireCheckout): OrderReceipt {
  const { license_first_name, license_last_name, email } = state.customer
  const { selectedShippingMethod: method, coupon } = state
  const planId = order?.charged?.plan_id
  const itemIds = order?.charged?.travel_items?.map(({ item_id }) => item_id) ?? []
  return {
    order,
    ...(lifetime && { lifetime: { order: lifetime.order } }),
    state: {
      confirmation_payment_method: state.confirmation_payment_method,
      deliveryMethod: state.deliveryMethod,
      selectedShippingMethod: method && { code: method.code, name: method.name },
      coupon: coupon && {
        name: coupon.name,
        discount_type: coupon.discount_type,
        amount: coupon.amount,
      },
      customer: { license_first_name, license_last_name, email: maskEmail(email) },
      productList: state.productList
        .filter(({ id }) => id === planId)
        .map(({ id, category, years }) => ({ id, category, years })),
      travelItemsData: state.travelItemsData
        .filter(({ item_id }) => itemIds.includes(item_id))
        .map(({ item_id, name }) => ({ item_id, name })),
    },
  }
}

/** Names an offered order in the page, without its token. */
const toOfferId = (token: string): string => hashOf(`offer/${token}`).slice(0, 16)

async function findOffered(
  backend: Backend,
  request: IncomingMessage,
): Promise<WireCheckout | null> {
  const token = readCookie(request, offeredTokenCookie)
  return token ? findCheckout(backend, token) : null
}

/** The address in this app of a posted path, which may be anything. */
function toLocalUrl(posted: string | null): URL {
  const home = new URL('http://app/')
  const url = URL.parse(posted ?? '/', home)
  return url?.host === home.host ? url : home
}
