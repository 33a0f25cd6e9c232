import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { orderEvent } from '@/contract/order-events'
import { checkouts } from '@/server/db/tables/checkouts'
import { orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { channels, sendDueMessages } from '@/server/jobs/outbox'
import { buildFulfilledMail } from '@/server/mails/fulfilled'
import { renderMail } from '@/server/mails/letter'
import { eraseOrder } from '@/server/orders/erase-order'
import { buildMessage } from '@/server/outbox/load-message'
import { buildOrderEvent } from '@/server/outbox/order-event'
import { callRoute } from '../support/call-route'
import {
  createFreePaidCheckout,
  createPaidCheckout,
  createPayableCheckout,
  pay,
  payLifetime,
  readCheckout,
  saveCheckout,
} from '../support/customer'
import { fulfilByCall, operatorKey, readOperatorOrder, refundByCall } from '../support/operator'
import { addPhoto, createPhoto, renderPhoto } from '../support/photos'
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

  it('is sent to the customer and to the operator’s system, once', async () => {
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
    expect(text).toMatch(/By .+: \w{3}, \w{3} \d/)
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

describe('a plan and its lifetime order', () => {
  it.each(['plan', 'lifetime'])(
    'are sent together when the %s is fulfilled: an event each, one mail',
    async kind => {
      const checkout = await createPaidCheckout()
      const { order: plan } = checkout
      const lifetime = (await payLifetime(checkout, 'pm_card_mastercard')).body.order
      const [id, otherId] = kind === 'plan' ? [plan.id, lifetime.id] : [lifetime.id, plan.id]
      const listEvents = async () =>
        Promise.all([plan.id, lifetime.id].map(order => listMessages(order, 'order_fulfilled')))
      await fulfilByCall(id, { tracking_number: 'JD01' })
      expect((await readOperatorOrder(otherId)).body.order.status).toBe('fulfilled')
      expect((await listEvents()).map(events => events.length)).toEqual([1, 1])
      await fulfilByCall(otherId, { tracking_number: 'JD01' })
      expect((await listEvents()).map(events => events.length)).toEqual([1, 1])
      expect(await listMessages(plan.id, 'fulfilled_mail')).toHaveLength(1)
      await fulfilByCall(otherId, { tracking_number: 'JD02' })
      expect((await listEvents()).map(events => events.length)).toEqual([2, 2])
      const mails = await listMessages(plan.id, 'fulfilled_mail')
      expect(mails.map(({ closed }) => closed)).toEqual(['replaced', null])
      expect(await listMessages(lifetime.id, 'fulfilled_mail')).toEqual([])
    },
  )
})

describe('the tracking number of an order that is sent', () => {
  const sendMails = () => sendDueMessages(shop.backend, channels.mails)
  const readMails = (orderId: string) => {
    const folder = join(shop.backend.env.dataDir, 'mail')
    return readdirSync(folder)
      .filter(file => file.startsWith(`${orderId}.fulfilled-mail`))
      .map(file => readFileSync(join(folder, file), 'utf8'))
  }

  async function createSentOrder(body: object = { tracking_number: 'JD01' }) {
    const { token, order } = await createPaidCheckout()
    await fulfilByCall(order.id, body)
    return { token, id: order.id as string }
  }

  it('is corrected: one more event, one more mail, and the order has it', async () => {
    const { token, id } = await createSentOrder()
    await sendMails()
    const calls = [1, 2, 3].map(() => fulfilByCall(id, { tracking_number: 'JD02' }))
    for (const { status, body } of await Promise.all(calls))
      expect([status, body.order]).toMatchObject([
        200,
        { status: 'fulfilled', tracking_number: 'JD02' },
      ])
    expect((await readCheckout(token)).body.order.tracking_number).toBe('JD02')
    const [first, second, ...others] = await listMessages(id, 'order_fulfilled')
    expect([first?.dedupeKey, second?.dedupeKey === '', others]).toEqual(['', false, []])
    const message = second && (await buildMessage(shop.backend, second))
    const event = message && buildOrderEvent('order.fulfilled')(shop.backend, message)
    expect(orderEvent.parse(event)).toMatchObject({
      id: `${id}.order-fulfilled.${second?.dedupeKey}`,
      data: { order: { status: 'fulfilled', tracking_number: 'JD02' } },
    })
    await sendMails()
    const mails = readMails(id)
    expect(mails).toHaveLength(2)
    expect(
      mails.filter(mail => mail.includes(`Subject: Order ${id}: new tracking number`)),
    ).toEqual([expect.stringContaining('JD02')])
  })

  it('can go back to an earlier number, and is mailed again', async () => {
    const { id } = await createSentOrder()
    await sendMails()
    for (const tracking_number of ['JD02', 'JD01', 'JD02']) {
      await fulfilByCall(id, { tracking_number })
      await sendMails()
    }
    expect(readMails(id)).toHaveLength(4)
  })

  it('stays with the same number and without one: nothing is sent', async () => {
    const { id } = await createSentOrder()
    for (const body of [{ tracking_number: 'JD01' }, {}])
      expect((await fulfilByCall(id, body)).body.order.tracking_number).toBe('JD01')
    expect(await listMessages(id, 'fulfilled_mail')).toHaveLength(1)
    expect(await listMessages(id, 'order_fulfilled')).toHaveLength(1)
  })

  it('is corrected before the first mail went out: the customer gets one mail, with the last number', async () => {
    const { id } = await createSentOrder({})
    await fulfilByCall(id, { tracking_number: 'JD01' })
    await fulfilByCall(id, { tracking_number: 'JD02' })
    await sendMails()
    const [mail, ...others] = readMails(id)
    expect(others).toEqual([])
    expect(mail).toContain(`Subject: Order ${id}: your permit is on its way`)
    expect(mail).toContain('JD02')
    expect(mail).not.toContain('JD01')
  })

  it('is not stored again when the personal data is erased', async () => {
    const { id } = await createSentOrder()
    await eraseOrder(shop.backend, { order: id })
    expect((await fulfilByCall(id, { tracking_number: 'JD02' })).body.code).toBe('order_state')
  })
})

describe('an order that cannot be sent', () => {
  it('is not paid, refunded or unknown, and no number is of another form', async () => {
    const unpaid = await createPayableCheckout()
    await pay(unpaid, 'pm_card_chargeDeclined')
    const { order: pending } = (await readCheckout(unpaid.token)).body
    const { order: refunded } = await createPaidCheckout()
    await refundByCall(refunded.id, { request_key: 'whole-refund' })
    const { order: sent } = await createPaidCheckout()
    await fulfilByCall(sent.id, { tracking_number: 'JD01' })
    for (const id of [pending.id, refunded.id])
      expect((await fulfilByCall(id)).body.code).toBe('order_state')
    expect((await fulfilByCall('7KQ2M-XW4TD')).status).toBe(404)
    for (const tracking_number of ['<b>', '  ', '-'])
      expect((await fulfilByCall(sent.id, { tracking_number })).status).toBe(422)
  })

  it('has missing photos, unless the call says so', async () => {
    const { token, order } = await createPaidCheckout()
    for (const type of ['profile', 'license_front', 'license_back']) await createPhoto(token, type)
    for (const without_photos of [undefined, false]) {
      const { status, body } = await fulfilByCall(order.id, { without_photos })
      expect([status, body]).toMatchObject([
        409,
        { code: 'photos_missing', missing_photos: ['signature'] },
      ])
    }
    expect((await readCheckout(token)).body.status).toBe('paid')
    expect(await listMessages(order.id, 'fulfilled_mail')).toEqual([])
    expect((await fulfilByCall(order.id, { without_photos: 'yes' })).status).toBe(422)
    await createPhoto(token, 'signature')
    expect((await fulfilByCall(order.id, { without_photos: false })).status).toBe(200)
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

describe('the email address of an order', () => {
  it.each([
    ['closed', 'sent', (id: string) => fulfilByCall(id)],
    ['refunded', 'refunded', (id: string) => refundByCall(id, { request_key: 'all-of-it' })],
  ])('is refused with `%s` once it is %s, and nothing is mailed', async (code, _, end) => {
    const { token, order } = await createPaidCheckout()
    expect((await end(order.id)).status).toBe(200)
    const before = await shop.readRows()
    const refusal = await callRoute('/backend/api/orders/[id]/', {
      method: 'PATCH',
      params: { id: order.id },
      query: { token },
      body: { email: 'right@example.com' },
    })
    expect([refusal.status, refusal.body.code]).toEqual([409, code])
    expect(await shop.readRows()).toEqual(before)
  })
})
