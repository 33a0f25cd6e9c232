import { describe, expect, it } from 'vitest'
import type { OfferedOrder } from '@/contract/page'
import { getServerSideProps as finishPage } from '@/pages/finish-payment'
import { getServerSideProps as helpPage } from '@/pages/help'
import { getServerSideProps as openOrderPage } from '@/pages/open-order'
import { getServerSideProps as thankYouPage } from '@/pages/thank-you'
import { getServerSideProps as driverPage } from '@/pages/v2/driver-details'
import { callRoute } from '../support/call-route'
import {
  createPaidCheckout,
  createPayableCheckout,
  readCheckout,
  startCheckout,
} from '../support/customer'
import { fulfilByCall, operatorKey, refundByCall } from '../support/operator'
import { startProvider } from '../support/provider'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

withShop({ provider: startProvider, variables: { OPERATOR_KEY: operatorKey } })

const pages = [
  ['the finish page', finishPage],
  ['the thank-you page', thankYouPage],
] as const

describe('a customer who returns from paying to a browser without the order', () => {
  it.each(pages)('sees on the first step where the order is: %s', async (_, page) => {
    const query = { paypal: 'approved', token: '5O190127TN364715T', PayerID: 'ABC' }
    const { redirectTo } = await renderPage(page, { query: page === finishPage ? query : {} })
    expect(redirectTo).toBe('/v2/driver-details/?session=elsewhere')
    const { props } = await renderPage(driverPage, { query: { session: 'elsewhere' } })
    expect(props?.notice).toBe('elsewhere')
  })

  it('sees nothing if the browser has an order', async () => {
    const { token } = await startCheckout()
    const { props } = await renderPage(driverPage, { token, query: { session: 'elsewhere' } })
    expect(props?.notice).toBeNull()
  })

  it('is asked by the order’s link whether to open it, without the token in the address', async () => {
    const { token } = await createPayableCheckout()
    const { redirectTo, cookies } = await renderPage(finishPage, { query: { token } })
    expect(redirectTo).toBe('/open-order/?to=%2Ffinish-payment%2F')
    expect(cookies.join()).toContain(`offeredToken=${token}`)
    expect(cookies.join()).not.toContain('userToken')
  })
})

describe('a link to an order', () => {
  const openLink = async (currentToken: string | undefined, query: Record<string, string>) =>
    renderPage(driverPage, { ...(currentToken !== undefined && { token: currentToken }), query })

  it('is only offered in a browser without this order', async () => {
    const [checkout, other] = [await startCheckout(), await startCheckout()]
    const question = '/open-order/?to=%2Fv2%2Fdriver-details%2F%3Fcoupon%3DX'
    for (const current of [undefined, checkout.token]) {
      const query = { token: other.token, coupon: 'X' }
      const { redirectTo, cookies } = await openLink(current, query)
      expect(redirectTo).toBe(question)
      expect(cookies.join()).not.toContain('userToken')
    }
  })

  it('opens at once in the browser that has the order open', async () => {
    const { token } = await startCheckout()
    expect((await openLink(token, { token })).redirectTo).toBe('/v2/driver-details/')
  })

  it('leads to the customer’s own page when the offer has ended', async () => {
    expect((await renderPage(openOrderPage)).redirectTo).toBe('/')
  })
})

const openOffer = async (cookie: string) => {
  const { props } = await renderPage(openOrderPage, { headers: { cookie } })
  return (props as unknown as { offer: OfferedOrder }).offer
}

describe('a completed order', () => {
  const createCompleted = async () => {
    const { token, order } = await createPaidCheckout()
    await fulfilByCall(order.id, { tracking_number: 'JD01' })
    return { token, order }
  }

  it('has its receipt on the page of the link, without token, address and email address', async () => {
    const { token, order } = await createCompleted()
    await refundByCall(order.id, { amount: 13, request_key: 'after-delivery' })
    const { completed } = await openOffer(`offeredToken=${token}`)
    const { body } = await readCheckout(token)
    expect(completed).toMatchObject({ number: order.id, trackingNumber: 'JD01' })
    expect(completed?.receipt.order).toEqual(body.order)
    expect(body.order).toMatchObject({ refunded: 13, refunded_at: expect.any(String) })
    const { productList, customer } = completed?.receipt.state ?? {}
    expect(productList).toMatchObject([{ id: body.order.charged.plan_id }])
    expect(customer).toMatchObject({ license_first_name: 'Ana', email: 'a***@example.com' })
    for (const secret of [token, body.state.customer.email, body.state.shipping.address])
      expect(JSON.stringify(completed)).not.toContain(secret)
  })

  it('stays in the notice of the first step until that is submitted, and on the help page', async () => {
    const { token } = await createCompleted()
    const { cookies } = await renderPage(driverPage, { token })
    expect(cookies.join()).toMatch(new RegExp(`offeredToken=${token}; Max-Age=2592000`))
    const own = await startCheckout()
    const headers = { cookie: `offeredToken=${token}; userToken=${own.token}` }
    for (const _ of [1, 2])
      expect((await renderPage(driverPage, { headers })).props?.notice).toBe('session_completed')
    const begun = await createPayableCheckout()
    headers.cookie = `offeredToken=${token}; userToken=${begun.token}`
    expect((await renderPage(driverPage, { headers })).props?.notice).toBeNull()
    expect((await renderPage(helpPage, { path: '/help/', headers })).props?.hasLastOrder).toBe(true)
  })

  it('is not on the help page of a browser that has none', async () => {
    const { token } = await startCheckout()
    for (const cookie of ['', `offeredToken=${token}`]) {
      const { props } = await renderPage(helpPage, { path: '/help/', headers: { cookie } })
      expect(props).not.toHaveProperty('hasLastOrder')
    }
  })
})

describe('the answer to an offered order', () => {
  /** The name of the order on the page that offers it. */
  const findOfferId = async (offered: string) => (await openOffer(`offeredToken=${offered}`)).id

  const answer = async (
    cookies: Record<string, string>,
    fields: { offer: string; answer: string; to: string },
  ) => {
    const { headers } = await callRoute('/api/open-order/', {
      method: 'POST',
      rawBody: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://shop.example',
        cookie: Object.entries(cookies)
          .map(pair => pair.join('='))
          .join('; '),
      },
    })
    return { location: headers.location, cookies: String(headers['set-cookie']) }
  }

  it.each([
    ['/v2/review/?from=review', '/checkouts/v2/review/?from=review'],
    ['https://evil.example/x', '/checkouts/'],
    ['//evil.example/x', '/checkouts/'],
    ['/\\evil.example', '/checkouts/'],
    ['', '/checkouts/'],
  ])('opens it at the link’s page of this app: %j', async (to, location) => {
    const { token } = await startCheckout()
    const fields = { offer: await findOfferId(token), answer: 'open', to }
    const reply = await answer({ offeredToken: token }, fields)
    expect(reply.location).toBe(location)
    expect(reply.cookies).toContain(`userToken=${token}`)
    expect(reply.cookies).toContain('offeredToken=;')
  })

  it.each(['own', ''])('%j leaves the browser’s order as it is', async choice => {
    const [own, { token }] = [await startCheckout(), await startCheckout()]
    const reply = await answer(
      { userToken: own.token, offeredToken: token },
      { offer: await findOfferId(token), answer: choice, to: '/v2/review/?coupon=take50' },
    )
    expect(reply.location).toBe('/checkouts/?coupon=take50')
    expect(reply.cookies).not.toContain('userToken')
  })

  it('is for the order that the page has shown: another link asks again', async () => {
    const [shown, other] = [await startCheckout(), await startCheckout()]
    const fields = { offer: await findOfferId(shown.token), answer: 'open', to: '/' }
    const reply = await answer({ offeredToken: other.token }, fields)
    expect(reply.location).toBe('/checkouts/open-order/?to=%2F')
    expect(reply.cookies).not.toContain('userToken')
  })

  it('closes the order if another tab has opened it meanwhile', async () => {
    const { token } = await startCheckout()
    const fields = { offer: await findOfferId(token), answer: 'own', to: '/' }
    expect((await answer({ userToken: token }, fields)).cookies).toContain('userToken=;')
  })
})
