import type { IncomingMessage } from 'node:http'
import type { GetServerSideProps } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import type { OfferedOrder } from '@/contract/page'
import { maskEmail } from '@/domain/input/mask-email'
import type { Backend } from '@/server/backend'
import {
  buildExpiredOfferCookie,
  buildTokenCookie,
  offeredTokenCookie,
  setCookie,
} from '@/server/http/cookies'
import { readCookie } from '@/server/http/request'
import {
  buildNewCheckout,
  findCheckout,
  loadCurrentCheckout,
  returnParameter,
} from '@/server/pages/current-checkout'
import { createFormRoute } from '@/server/pages/form-route'
import { buildPageProps, type PageProps } from '@/server/pages/page-props'
import { handlePage, redirect } from '@/server/pages/page-response'

export type OpenOrderProps = PageProps & { offer: OfferedOrder }

/**
 * Asks whether to open the order of a link in this browser. Without an offered order, leads to the
 * customer's own.
 */
export const openOrderPage: GetServerSideProps<OpenOrderProps> = context =>
  handlePage(context, async backend => {
    const offered = await findOffered(backend, context.req)
    if (!offered) return redirect('/')
    const { checkout } = await loadCurrentCheckout(backend, context)
    const shownCheckout = checkout ?? (await buildNewCheckout(backend, context))
    const options = { beginsNoCheckout: true }
    const offer = {
      email: maskEmail(offered.state.customer.email),
      hasOwnOrder: checkout?.status === 'processing',
      to: String(context.query[returnParameter] ?? '/'),
    }
    return {
      props: {
        ...(await buildPageProps(backend, context, shownCheckout, ['open-order'], options)),
        offer,
      },
    }
  })

/** Opens the offered order in this browser if the customer agreed, and ends the offer. */
export const answerOffer = createFormRoute(async (backend, { request, response, form }) => {
  const offered = form.get('answer') === 'open' ? await findOffered(backend, request) : null
  setCookie(response, buildExpiredOfferCookie(backend.env))
  if (!offered) return '/checkouts/'
  setCookie(response, buildTokenCookie(backend.env, offered.token))
  return `/checkouts${toLocalPath(form.get(returnParameter))}`
})

async function findOffered(
  backend: Backend,
  request: IncomingMessage,
): Promise<WireCheckout | null> {
  const token = readCookie(request, offeredTokenCookie)
  const checkout = token ? await findCheckout(backend, token) : null
  return checkout?.status === 'completed' ? null : checkout
}

/** A path of this app from a posted one, which may be anything. */
function toLocalPath(posted: string | null): string {
  const url = URL.parse(posted ?? '/', 'http://app')
  return url?.host === 'app' ? url.pathname + url.search : '/'
}
