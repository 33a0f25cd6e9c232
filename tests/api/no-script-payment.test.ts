import { expect, it } from 'vitest'
import { getServerSideProps as driverPage } from '@/pages/v2/driver-details'
import { getServerSideProps as paymentPage } from '@/pages/v2/payment'
import { getServerSideProps as reviewPage } from '@/pages/v2/review'
import { listAttempts } from '../support/backend'
import { createPayableCheckout, readCheckout, saveCheckout } from '../support/customer'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const shop = withShop()

const freeOrder = { selectedLicense: 45, urgent: { selected: false }, coupon: { name: 'FULL100' } }
const order = { expected_total: '0', terms: 'on' }

/** An order without accepted terms. */
async function createWithoutTerms(state: object = {}): Promise<string> {
  const { token } = await createPayableCheckout(state)
  await saveCheckout(token, undefined, { terms: { selected: false } })
  return token
}

const readAttempts = (token: string) => listAttempts(shop.backend, token)

it('an order that costs nothing can be placed without scripts, once', async () => {
  const token = await createWithoutTerms(freeOrder)
  expect((await readCheckout(token)).body.state.total).toBe(0)
  const response = await renderPage(paymentPage, { form: order, token })
  expect(response.redirectTo).toBe('/thank-you/')
  expect((await readCheckout(token)).body).toMatchObject({ status: 'paid', order: { total: 0 } })
  expect((await renderPage(paymentPage, { form: order, token })).redirectTo).toBe('/thank-you/')
  expect(await readAttempts(token)).toMatchObject([{ state: 'captured' }])
})

it('missing terms are reported and place no order', async () => {
  const token = await createWithoutTerms(freeOrder)
  const { status, props } = await renderPage(paymentPage, { form: { expected_total: '0' }, token })
  expect(status).toBe(422)
  expect(props?.issues).toEqual([{ field: 'terms', message: 'terms.missing' }])
  expect(await readAttempts(token)).toEqual([])
})

it('a card payment without scripts is refused, charges nothing, and stores the accepted terms', async () => {
  const token = await createWithoutTerms()
  const { status, props } = await renderPage(paymentPage, { form: { terms: 'on' }, token })
  expect(status).toBe(422)
  expect(props?.issues).toEqual([{ field: 'payment_method', message: 'payment_method.scripts' }])
  expect(props?.checkout.state.terms.selected).toBe(true)
  expect(await readAttempts(token)).toEqual([])
})

it('the same reason is shown without accepted terms, because no card can be charged either way', async () => {
  const token = await createWithoutTerms()
  const { props } = await renderPage(paymentPage, { form: {}, token })
  expect(props?.issues).toEqual([{ field: 'payment_method', message: 'payment_method.scripts' }])
})

it('an order that now costs something is not placed, and the page shows that', async () => {
  const token = await createWithoutTerms(freeOrder)
  await saveCheckout(token, undefined, { coupon: null })
  const { status, props } = await renderPage(paymentPage, { form: order, token })
  expect(status).toBe(422)
  expect(props?.issues).toEqual([
    { field: 'payment_method', message: 'payment_method.quote_changed' },
  ])
  expect(props?.checkout.state.total).toBeGreaterThan(0)
  expect(await readAttempts(token)).toEqual([])
})

it('a form from another site is refused', async () => {
  const token = await createWithoutTerms(freeOrder)
  const headers = { origin: 'https://elsewhere.example' }
  const { status } = await renderPage(paymentPage, { form: order, token, headers })
  expect(status).toBe(403)
  expect((await readCheckout(token)).body.state.terms.selected).toBe(false)
})

const foreignParams = {
  utm_source: ['mail', 'again'],
  x: 'a b&c',
}

it('foreign parameters of the address stay from step to step', async () => {
  const { token } = await createPayableCheckout()
  const query = {
    ...foreignParams,
    from: 'review',
    coupon: 'TAKE',
    'partner-token': 'p',
    cjevent: 'c',
    back: '',
  }
  const form = { urgent: 'no' }
  expect((await renderPage(reviewPage, { form, token, query: foreignParams })).redirectTo).toBe(
    '/v2/payment/?utm_source=mail&utm_source=again&x=a+b%26c',
  )
  // The checkout's own parameters are dropped.
  const { redirectTo } = await renderPage(reviewPage, { form, token, query })
  expect(redirectTo).toBe('/v2/review/?utm_source=mail&utm_source=again&x=a+b%26c')
})

it('foreign parameters stay on the thank-you page', async () => {
  const token = await createWithoutTerms(freeOrder)
  const response = await renderPage(paymentPage, {
    form: order,
    token,
    query: { utm_source: 'mail' },
  })
  expect(response.redirectTo).toBe('/thank-you/?utm_source=mail')
})

it('a form with errors does not redirect', async () => {
  const response = await renderPage(driverPage, {
    form: { email: '', all_asked: 'yes' },
    query: foreignParams,
  })
  expect([response.status, response.redirectTo]).toEqual([422, undefined])
})
