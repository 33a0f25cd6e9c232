import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { orderEvent } from '@/contract/order-events'
import { checkouts } from '@/server/db/tables/checkouts'
import { orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { buildFulfilledMail } from '@/server/mails/fulfilled'
import { renderMail } from '@/server/mails/letter'
import { buildMessage } from '@/server/outbox/load-message'
import { buildOrderEvent } from '@/server/outbox/order-event'
import {
  createFreePaidCheckout,
  createPaidCheckout,
  createPayableCheckout,
  pay,
  readCheckout,
  saveCheckout,
} from '../support/customer'
import { fulfilByCall, operatorKey, refundByCall } from '../support/operator'
import { addPhoto, renderPhoto } from '../support/photos'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const shop = withShop({ provider: startProvider, variables: { OPERATOR_KEY: operatorKey } })

const listMessages = (orderId: string, kind: 'order_fulfilled' | 'fulfilled_mail') =>
  shop.backend.db
    .select()
    .from(outbox)
    .where(eq(outbox.orderId, orderId))
    .then(rows => rows.filter(row => row.kind === kind))

const readMessage = async (orderId: string, kind: 'order_fulfilled' | 'fulfilled_mail') => {
  const [row] = await listMessages(orderId, kind)
  const message = row && (await buildMessage(shop.backend, row))
  if (!message) throw new Error(`no ${kind}`)
  return message
}

describe('an order that is sent', () => {
  it('completes its checkout, which takes no more changes and no photos', async () => {
    const { token, order } = await createPaidCheckout()
    const { status, body } = await fulfilByCall(order.id, { tracking_number: 'JD0146 0001' })
    expect([status, body.order]).toMatchObject([
      200,
      { id: order.id, status: 'fulfilled', tracking_number: 'JD0146 0001' },
    ])
    const checkout = (await readCheckout(token)).body
    expect([checkout.status, checkout.order.status]).toEqual(['completed', 'fulfilled'])
    const change = { customer: { email: 'eve@example.com' } }
    expect((await saveCheckout(token, checkout.version, change)).body.code).toBe('closed')
    const photo = { type: 'profile', image: await renderPhoto() }
    expect((await addPhoto({ token }, photo)).body.code).toBe('closed')
  })

  it('is told to the customer and to the operator’s system, once', async () => {
    const { order } = await createPaidCheckout()
    const calls = [1, 2, 3].map(() => fulfilByCall(order.id, { tracking_number: 'JD01' }))
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await listMessages(order.id, 'order_fulfilled')).toHaveLength(1)
    expect(await listMessages(order.id, 'fulfilled_mail')).toHaveLength(1)
    const message = await readMessage(order.id, 'order_fulfilled')
    const event = buildOrderEvent('order.fulfilled')(shop.backend, message)
    expect(orderEvent.parse(event)).toEqual(event)
    expect(event.data).toMatchObject({
      order: { status: 'fulfilled', tracking_number: 'JD01' },
    })
  })

  it('is sent by courier: the mail has the number, the days and what to carry', async () => {
    const { order } = await createPaidCheckout()
    await fulfilByCall(order.id, { tracking_number: 'JD01' })
    const message = await readMessage(order.id, 'fulfilled_mail')
    const { subject, text } = renderMail(await buildFulfilledMail(shop.backend, message))
    expect(subject).toBe(`Order ${order.id}: your permit is on its way`)
    expect(text).toContain('JD01')
    expect(text).toMatch(/With .+: \w{3}, \w{3} \d/)
    expect(text).toContain('not a government document')
    expect(text).not.toContain('{{')
  })

  it('is digital: the mail says where it was sent', async () => {
    const { order } = await createFreePaidCheckout()
    await fulfilByCall(order.id)
    const message = await readMessage(order.id, 'fulfilled_mail')
    const { subject, text } = renderMail(await buildFulfilledMail(shop.backend, message))
    expect(subject).toBe(`Order ${order.id}: your permit is ready`)
    expect(text).toContain('ana@example.com')
  })
})

describe('an order that cannot be sent', () => {
  it('is not paid, refunded, unknown, or already sent with another number', async () => {
    const unpaid = await createPayableCheckout()
    await pay(unpaid, 'pm_card_chargeDeclined')
    const { order: pending } = (await readCheckout(unpaid.token)).body
    const { order: refunded } = await createPaidCheckout()
    await refundByCall(refunded.id, { request_key: 'whole-refund' })
    const { order: sent } = await createPaidCheckout()
    await fulfilByCall(sent.id, { tracking_number: 'JD01' })
    for (const id of [pending.id, refunded.id, sent.id])
      expect((await fulfilByCall(id)).body.code).toBe('order_state')
    expect((await fulfilByCall('7KQ2M-XW4TD')).status).toBe(404)
    for (const tracking_number of ['<b>', '  ', '-'])
      expect((await fulfilByCall(sent.id, { tracking_number })).status).toBe(422)
  })

  it('waits for a payment of its checkout that is not finished', async () => {
    const { token, order } = await createPaidCheckout()
    const { db } = shop.backend
    const [row] = await db
      .select({ id: checkouts.id })
      .from(checkouts)
      .innerJoin(orders, eq(orders.checkoutId, checkouts.id))
      .where(eq(orders.id, order.id))
    await db
      .update(checkouts)
      .set({ activeAttemptId: 'lifetime' })
      .where(eq(checkouts.id, row?.id ?? ''))
    expect((await fulfilByCall(order.id)).body.code).toBe('payment_in_progress')
    expect((await readCheckout(token)).body.status).toBe('paid')
  })
})
