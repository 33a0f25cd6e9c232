import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { GetServerSidePropsContext } from 'next'
import { describe, expect, it } from 'vitest'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { toDriverForm } from '@/domain/driver/driver-form'
import { getServerSideProps as infoPage } from '@/pages/express/info'
import { getServerSideProps as expressPayment } from '@/pages/express/payment'
import { getServerSideProps as entrancePage } from '@/pages/index'
import { getServerSideProps as thankYouPage } from '@/pages/thank-you'
import { getServerSideProps as driverPage } from '@/pages/v2/driver-details'
import { getServerSideProps as paymentPage } from '@/pages/v2/payment'
import { getServerSideProps as reviewPage } from '@/pages/v2/review'
import { getServerSideProps as shippingPage } from '@/pages/v2/shipping'
import { getServerSideProps as photosPage } from '@/pages/v2/upload-photos'
import type { PageProps } from '@/server/pages/step-page'
import {
  createPayableCheckout,
  driverAnswers,
  freeOrder,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { buildForm, type FormParts, renderPhoto } from '../support/photos'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

withShop()

const expressParams = { 'simple-flow': '1' }

/** A checkout created by an express link. */
const startExpress = () => startCheckout({}, { body: { launch: expressParams } })

/** An express checkout with every answer given. */
async function createPayableExpress(state: object = {}) {
  const { token } = await createPayableCheckout(state)
  await renderPage(driverPage, { token, query: expressParams })
  return token
}

describe('a link to the express checkout', () => {
  it.each([
    ['the entry page', entrancePage],
    ['the first step', driverPage],
    ['the payment', paymentPage],
  ])('redirects from %s to the first express page', async (_, page) => {
    const { redirectTo } = await renderPage(page, {
      query: { ...expressParams, coupon: 'WELCOME' },
    })
    expect(redirectTo).toBe('/express/info/?simple-flow=1&coupon=WELCOME')
  })

  it('renders the first page directly before a checkout exists', async () => {
    const { props, redirectTo } = await renderPage(infoPage, { query: expressParams })
    expect(redirectTo).toBeUndefined()
    expect(props?.checkout.state.campaigns).toEqual(['simple_flow'])
    expect(props?.launch).toEqual(expressParams)
  })

  it('switches a checkout in progress to the express pages and removes its parameter', async () => {
    const { token } = await startCheckout()
    expect((await renderPage(driverPage, { token, query: expressParams })).redirectTo).toBe(
      '/v2/driver-details/',
    )
    expect((await renderPage(driverPage, { token })).redirectTo).toBe('/express/info/')
    expect((await renderPage(entrancePage, { token })).redirectTo).toBe('/express/info/')
    expect((await renderPage(infoPage, { token })).props?.checkout.token).toBe(token)
  })

  it('is stored with the checkout', async () => {
    const { token, state } = await startExpress()
    expect(state.campaigns).toEqual(['simple_flow'])
    expect((await renderPage(entrancePage, { token })).redirectTo).toBe('/express/info/')
  })
})

describe('a page of the other flow', () => {
  it.each([
    ['the photos', photosPage, 'info'],
    ['the plan', shippingPage, 'info'],
    ['the review', reviewPage, 'info'],
    ['the payment', paymentPage, 'payment'],
  ])('redirects from %s to its express page', async (_, page, id) => {
    const token = await createPayableExpress()
    expect((await renderPage(page, { token })).redirectTo).toBe(`/express/${id}/`)
  })

  it('redirects from the express checkout to the steps', async () => {
    const { token } = await createPayableCheckout()
    expect((await renderPage(infoPage, { token })).redirectTo).toBe('/v2/driver-details/')
    expect((await renderPage(expressPayment, { token })).redirectTo).toBe('/v2/payment/')
    expect((await renderPage(infoPage)).redirectTo).toBe('/v2/driver-details/')
  })
})

describe('the express payment page', () => {
  it('is closed while answers are missing', async () => {
    const { token } = await startExpress()
    expect((await renderPage(expressPayment, { token })).redirectTo).toBe('/express/info/')
    expect((await renderPage(paymentPage, { token })).redirectTo).toBe('/express/info/')
    expect((await renderPage(thankYouPage, { token })).redirectTo).toBe('/express/info/')
  })

  it('opens for a complete checkout, and a paid order redirects to the thank-you page', async () => {
    const token = await createPayableExpress(freeOrder)
    expect((await renderPage(expressPayment, { token })).props?.checkout.token).toBe(token)
    expect((await pay((await readCheckout(token)).body, null)).body.status).toBe('success')
    for (const page of [infoPage, entrancePage])
      expect((await renderPage(page, { token })).redirectTo).toBe('/thank-you/?from=start')
    expect((await renderPage(expressPayment, { token })).redirectTo).toBe('/thank-you/')
    expect((await renderPage(photosPage, { token })).redirectTo).toBeUndefined()
  })

  it('redirects to a page that became incomplete, with the reason', async () => {
    const token = await createPayableExpress()
    await saveCheckout(token, undefined, { customer: { email: '' } })
    const { redirectTo } = await renderPage(expressPayment, { token })
    expect(redirectTo).toBe('/express/info/?back=')
    const { props } = await renderPage(infoPage, { token, query: { back: '' } })
    expect(props?.notice).toBe('back.driver')
  })
})

describe('an order edited from its review', () => {
  it('returns to the review when the step is posted without scripts', async () => {
    const { token, state } = await createPayableCheckout()
    const query = { from: 'review' }
    const form = buildDriverForm(state, { license_first_name: 'Maria' })
    const { redirectTo } = await renderPage(driverPage, { token, query, form })
    expect(redirectTo).toBe('/v2/review/')
    expect((await renderPage(reviewPage, { token })).props?.checkout.state).toMatchObject({
      step: 5,
      customer: { license_first_name: 'Maria' },
    })
  })

  it('continues to the next step when the edit did not come from the review', async () => {
    const { token, state } = await createPayableCheckout()
    const { redirectTo } = await renderPage(driverPage, { token, form: buildDriverForm(state) })
    expect(redirectTo).toBe('/v2/upload-photos/')
  })

  it.each<[string, object, string, string]>([
    ['the driver', { customer: { email: '' } }, '/v2/driver-details/', 'back.driver'],
    [
      'the photos',
      { approval_documents: { add_later: false } },
      '/v2/upload-photos/',
      'back.photos',
    ],
    ['the address', { shipping: { city: '' } }, '/v2/shipping/', 'back.address'],
  ])(
    'redirects to %s when that becomes incomplete, with the reason and the way back',
    async (_, change, route, notice) => {
      const { token } = await createPayableCheckout()
      await saveCheckout(token, undefined, change)
      for (const page of [reviewPage, paymentPage, entrancePage])
        expect((await renderPage(page, { token })).redirectTo).toBe(`${route}?back=&from=review`)
      const pagesByRoute = { '/v2/driver-details/': driverPage, '/v2/upload-photos/': photosPage }
      const page = pagesByRoute[route as keyof typeof pagesByRoute] ?? shippingPage
      const { props } = await renderPage(page, { token, query: { back: '', from: 'review' } })
      expect(props?.notice).toBe(notice)
      expect(props?.checkout.state.step).toBe(5)
    },
  )

  it('shows that an added destination accepts no digital permit', async () => {
    const { token } = await createPayableCheckout({ selectedLicense: 45 })
    await saveCheckout(token, undefined, { destinations: ['es'], selectedLicense: 45 })
    expect((await renderPage(reviewPage, { token })).redirectTo).toBe(
      '/v2/shipping/?back=&from=review',
    )
    const { props } = await renderPage(shippingPage, { token, query: { back: '' } })
    expect(props?.notice).toBe('back.printed')
    await saveCheckout(token, undefined, { acknowledgements: ['digital_refused:es'] })
    expect((await renderPage(reviewPage, { token })).redirectTo).toBeUndefined()
    expect(
      (await renderPage(shippingPage, { token, query: { back: '' } })).props?.notice,
    ).toBeNull()
  })

  it('shows no reason to a customer who opens a later step too early', async () => {
    const { token } = await startCheckout()
    expect((await renderPage(paymentPage, { token })).redirectTo).toBe('/v2/driver-details/')
  })
})

/** The driver form as a browser posts it. */
function buildDriverForm(state: CheckoutState, change: Record<string, string> = {}) {
  const form = Object.entries(toDriverForm(state)).filter(([, value]) => typeof value !== 'boolean')
  return { ...Object.fromEntries(form.map(([name, value]) => [name, `${value}`])), ...change }
}

describe('the express page without scripts', () => {
  const parcel = {
    category: 'physical',
    plan_physical: '42',
    shipping_country: 'us',
    shipping_first_name: '',
    shipping_last_name: '',
    shipping_address: '12 Salmon Street',
    shipping_postcode: '97201',
    shipping_city: 'Portland',
    shipping_state: 'OR',
  }

  const buildAnswers = async () => {
    const { state } = await startExpress()
    return {
      ...buildDriverForm({ ...state, customer: { ...state.customer, ...driverAnswers } }),
      ...parcel,
    }
  }

  it('takes all answers in one form and redirects to the payment', async () => {
    const { token } = await startExpress()
    const response = await postForm(
      { ...(await buildAnswers()), phone: '15035550143', next: 'later' },
      token,
    )
    expect(response.redirectTo).toBe('/express/payment/')
    const { state } = (await readCheckout(token)).body
    expect(state).toMatchObject({
      step: 5,
      customer: { email: driverAnswers.email },
      // The driver, because no other recipient was named.
      shipping: { first_name: 'Ana', last_name: 'Silva', city: 'Portland' },
      approval_documents: { add_later: true },
    })
  })

  it.each([
    ['no', { selected: false, is_skip: true }],
    ['yes', { selected: true, is_skip: false }],
  ])('stores the choice of urgent processing: %s', async (urgent, expected) => {
    const { token } = await startExpress()
    await postForm(
      { ...(await buildAnswers()), phone: '15035550143', urgent, next: 'later' },
      token,
    )
    expect((await readCheckout(token)).body.state.urgent).toMatchObject(expected)
  })

  it('creates a checkout for a customer without one', async () => {
    const form = {
      ...(await buildAnswers()),
      category: 'digital',
      plan_digital: '45',
      next: 'later',
    }
    const { redirectTo, cookies } = await postForm(form, undefined, expressParams)
    expect(redirectTo).toBe('/express/payment/')
    expect(cookies.join()).toContain('userToken=')
  })

  it('shows the issues of every section and keeps the typed values', async () => {
    const { token } = await startExpress()
    const form = {
      ...(await buildAnswers()),
      email: 'ana@',
      phone: '',
      shipping_city: '',
      next: 'later',
    }
    const { props } = await postForm(form, token)
    expect(props?.issues.map(({ message }) => message)).toEqual([
      'email.domain',
      'shipping_city.missing',
      'phone.missing',
    ])
    expect(props?.checkout.state.customer).toMatchObject({
      email: 'ana@',
      license_first_name: 'Ana',
    })
    expect(props?.checkout.state.step).toBe(1)
  })

  it('keeps the typed values when only a photo is sent', async () => {
    const { token } = await startExpress()
    const form: FormParts = {
      license_first_name: 'Ana',
      email: 'ana@',
      ...parcel,
      next: 'profile',
      profile: await renderPhoto(),
    }
    expect((await postForm(form, token)).redirectTo).toBe('/express/info/')
    const { state } = (await readCheckout(token)).body
    expect(state.customer).toMatchObject({ license_first_name: 'Ana', email: 'ana@' })
    expect(state.shipping.city).toBe('Portland')
    expect(state.approval_documents.images.map(({ type }: { type: string }) => type)).toEqual([
      'profile',
    ])
  })
})

/** Posts the page's single form, with its photos. */
async function postForm(parts: FormParts, token?: string, query: Record<string, string> = {}) {
  const form = await buildForm(parts)
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '192.0.2.1' })
  const req = new IncomingMessage(socket)
  req.method = 'POST'
  req.headers = {
    host: 'shop.example',
    origin: 'https://shop.example',
    ...(token && { cookie: `userToken=${token}` }),
    ...form.headers,
  }
  req.push(form.rawBody)
  req.push(null)
  const res = new ServerResponse(req)
  const context = { req, res, query, resolvedUrl: '/', params: {} }
  const result = await infoPage(context as unknown as GetServerSidePropsContext)
  return {
    props: 'props' in result ? ((await result.props) as PageProps) : undefined,
    redirectTo: 'redirect' in result ? result.redirect.destination : undefined,
    cookies: [res.getHeader('set-cookie') ?? []].flat().map(String),
  }
}
