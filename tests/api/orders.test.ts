import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callRoute } from '../support/call-route'
import { createPayableCheckout, finishPayment, pay, readCheckout } from '../support/customer'
import { expectLedgerToBalance, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const orderRoute = '/backend/api/orders/[id]/'

const shop = withShop({ provider: startProvider })
beforeAll(async () => {
  await shop.provider.addFaults({ fault: 'hold_webhooks' })
})
afterAll(async () => {
  await expectLedgerToBalance(shop.backend, shop.provider)
})

const updateOrder = (token: string, id: string, body: object) =>
  callRoute(orderRoute, { method: 'PATCH', params: { id }, query: { token }, body })

describe('a paid order', () => {
  it('lists the cost of each extra', async () => {
    const travelItemsInCart = [
      { item_id: 1, quantity: 2 },
      { item_id: 2, quantity: 1 },
    ]
    const checkout = await createPayableCheckout({ travelItemsInCart })
    await pay(checkout)
    const { order } = (await readCheckout(checkout.token)).body
    expect(order.charged.travel_items).toEqual([
      { item_id: 1, quantity: 2, total: 38 },
      { item_id: 2, quantity: 1, total: 15 },
    ])
    expect(order.charged.travel).toBe(53)
  })

  it('for a digital permit has no extras', async () => {
    const checkout = await createPayableCheckout({ selectedLicense: 45 })
    await pay(checkout)
    const { order } = (await readCheckout(checkout.token)).body
    expect(order.charged.travel_items).toEqual([])
  })
})

describe('finishing an order', () => {
  it('returns the same response for every call', async () => {
    const checkout = await createPayableCheckout()
    const { order } = (await pay(checkout)).body
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => finishPayment(checkout.token, order.id)),
    )
    for (const { status, body } of replies) {
      expect(status).toBe(200)
      expect(body).toEqual({
        id: order.id,
        outcome: 'done',
        reason: null,
        total: 113,
        currency: 'USD',
      })
    }
  })

  it('returns the reason of a decline', async () => {
    const checkout = await createPayableCheckout()
    await pay(checkout, 'pm_card_chargeDeclined')
    const { order } = (await readCheckout(checkout.token)).body
    expect((await finishPayment(checkout.token, order.id)).body).toMatchObject({
      outcome: 'not_charged',
      reason: 'generic_decline',
    })
  })

  it('returns 404 for another customer’s order, even a paid one', async () => {
    const [cheap, expensive] = [
      await createPayableCheckout({ selectedLicense: 40 }),
      await createPayableCheckout(),
    ]
    const { order } = (await pay(cheap)).body
    await pay(expensive, 'pm_card_authenticationRequired')
    expect((await finishPayment(expensive.token, order.id)).status).toBe(404)
    expect((await readCheckout(expensive.token)).body.status).toBe('processing')
  })

  it('returns 404 for an unknown order', async () => {
    const { token } = await createPayableCheckout()
    expect((await finishPayment(token, 'undefined')).status).toBe(404)
  })
})

describe('the email address of an order', () => {
  it('can be corrected after payment', async () => {
    const checkout = await createPayableCheckout()
    const { order } = (await pay(checkout)).body
    const { status, body } = await updateOrder(checkout.token, order.id, {
      email: ' right@example.com ',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: order.id, email: 'right@example.com' })
    const latest = (await readCheckout(checkout.token)).body
    expect(latest).toMatchObject({
      version: body.version,
      status: 'paid',
      state: { email: 'right@example.com', customer: { email: 'right@example.com' } },
      order: { total: 113, status: 'paid' },
    })
  })

  it.each([
    ['without an @', { email: 'right.example.com' }],
    ['empty', { email: '' }],
    ['missing', {}],
    ['as a number', { email: 7 }],
    ['as a list', { email: ['a@b.co'] }],
    ['too long', { email: `${'a'.repeat(250)}@example.com` }],
    ['with NUL in it', { email: 'a\u0000b@example.com' }],
  ])('%s is refused', async (_, body) => {
    const checkout = await createPayableCheckout()
    const { order } = (await pay(checkout)).body
    const before = (await readCheckout(checkout.token)).body
    const refusal = await updateOrder(checkout.token, order.id, body)
    expect(refusal.status).toBe(422)
    expect(refusal.body.issues).toMatchObject([{ field: 'email' }])
    expect((await readCheckout(checkout.token)).body).toEqual(before)
  })

  it('is the only field that can be changed', async () => {
    const checkout = await createPayableCheckout()
    const { order } = (await pay(checkout)).body
    const before = (await readCheckout(checkout.token)).body
    const { email } = before.state
    await updateOrder(checkout.token, order.id, {
      email,
      total: 0,
      status: 'refunded',
      currency: 'JPY',
    })
    const after = (await readCheckout(checkout.token)).body
    expect(after).toEqual({ ...before, version: after.version })
  })
})
