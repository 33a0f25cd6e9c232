import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { getServerSideProps } from '@/pages/v2/payment'
import { createPayableCheckout, createPaypalOrder, pay } from '../support/customer'
import { callPaypal, paypalToken, startProvider, toStripeHost } from '../support/provider'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const name = 'MY PERMITS'
const shop = withShop({ provider: startProvider, variables: { STATEMENT_DESCRIPTOR: name } })

const openStripe = () => new Stripe('sk_test_sandbox', toStripeHost(shop.provider.url))

it('is sent with a card payment', async () => {
  const { body } = await pay(await createPayableCheckout())
  expect(body.status).toBe('success')
  const { data } = await openStripe().paymentIntents.list({
    limit: 1,
    expand: ['data.latest_charge'],
  })
  expect(data[0]?.latest_charge).toMatchObject({
    calculated_statement_descriptor: `SANDBOX* ${name}`,
  })
})

it('is sent with a PayPal order', async () => {
  const { status, body } = await createPaypalOrder(await createPayableCheckout())
  expect(status).toBe(200)
  const { url } = shop.provider
  const path = `/v2/checkout/orders/${body.id}`
  const order = await callPaypal(url, 'GET', path, undefined, await paypalToken(url))
  expect(order.body.purchase_units[0].soft_descriptor).toBe(name)
})

it('is known to the pages, and only then', async () => {
  const { token } = await createPayableCheckout()
  const readName = async () =>
    (await renderPage(getServerSideProps, { path: '/v2/payment/', token })).props?.settings
      .statementDescriptor
  expect(await readName()).toBe(name)
  const { env } = shop.backend
  shop.backend.env = { ...env, statementDescriptor: undefined }
  expect(await readName()).toBeNull()
  shop.backend.env = env
})
