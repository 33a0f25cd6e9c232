import { expect, it } from 'vitest'
import { callRoute } from '../support/call-route'
import { createPayableCheckout, pay, readCheckout } from '../support/customer'
import { callOperator, fulfilByCall, operatorKey, readOperatorOrder } from '../support/operator'
import { createPhoto } from '../support/photos'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

withShop({ provider: startProvider, variables: { OPERATOR_KEY: operatorKey } })

const types = ['profile', 'license_front', 'license_back', 'signature']

it('a customer buys and adds photos, an operator sends the permit, and a new order begins, all by calls', async () => {
  const checkout = await createPayableCheckout()
  expect((await pay(checkout)).body.status).toBe('success')
  for (const type of types) await createPhoto(checkout.token, type)

  const { body: list } = await callOperator('/orders/', { query: { status: 'paid' } })
  expect(list.orders).toMatchObject([{ total: 113, missing_photos: [] }])
  const { id } = list.orders[0]
  const { body: details } = await readOperatorOrder(id)
  for (const { type, url } of details.photos) {
    expect(url).toContain(`/backend/api/operator/orders/${id}/photos/${type}/`)
    const photo = await callOperator('/orders/[id]/photos/[type]/', { params: { id, type } })
    expect([photo.status, photo.bytes.length > 1_000]).toEqual([200, true])
  }
  await fulfilByCall(id, { tracking_number: 'JD01' })
  expect((await callOperator('/orders/', { query: { status: 'paid' } })).body.orders).toEqual([])

  expect((await readCheckout(checkout.token)).body).toMatchObject({
    status: 'completed',
    order: { status: 'fulfilled', tracking_number: 'JD01', fulfilled_at: expect.any(String) },
  })
  const next = await callRoute('/backend/api/checkout/', {
    method: 'POST',
    body: {},
    headers: { cookie: `userToken=${checkout.token}` },
  })
  expect(next.body.token).not.toBe(checkout.token)
  expect(next.body).toMatchObject({ status: 'processing', order: null })
})
