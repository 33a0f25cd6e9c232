import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { refundWithReasons } from '@/commands/refund-order'
import { orderEvent } from '@/contract/order-events'
import { type MessageKind, outbox } from '@/server/db/tables/outbox'
import { RefundError } from '@/server/gateways/charge-outcome'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { renderMail } from '@/server/mails/letter'
import { buildRefundMail } from '@/server/mails/refund'
import { buildMessage } from '@/server/outbox/load-message'
import { buildOrderEvent } from '@/server/outbox/order-event'
import {
  createFreePaidCheckout,
  createPaidCheckout,
  createPayableCheckout,
  createPaypalOrder,
  finishPayment,
  readCheckout,
} from '../support/customer'
import { fulfilByCall, operatorKey, readOperatorOrder, refundByCall } from '../support/operator'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const shop = withShop({
  provider: startProvider,
  holdEvents: true,
  variables: { OPERATOR_KEY: operatorKey },
})

const minuteMs = 60_000
const stripeRefunds = { method: 'POST', path: '/v1/refunds' }

let earlierMovements = 0
beforeEach(async () => {
  earlierMovements = (await shop.provider.movements()).length
})

const listRefundedAmounts = async () =>
  (await shop.provider.movements())
    .slice(earlierMovements)
    .filter(({ kind }) => kind === 'refund')
    .map(({ amount }) => amount)

const listMessages = async (orderId: string, kind: MessageKind) => {
  const rows = await shop.backend.db.select().from(outbox).where(eq(outbox.orderId, orderId))
  return Promise.all(
    rows.filter(row => row.kind === kind).map(row => buildMessage(shop.backend, row)),
  )
}

describe('a refund', () => {
  it('of the whole order gives back all that was paid, once', async () => {
    const { token, order } = await createPaidCheckout()
    const { status, body } = await refundByCall(order.id, { request_key: 'the-first' })
    expect([status, body]).toMatchObject([
      200,
      { refund: { amount: 113, state: 'done' }, order: { status: 'refunded', refunded: 113 } },
    ])
    expect((await refundByCall(order.id, { request_key: 'the-first' })).body).toEqual(body)
    expect((await refundByCall(order.id, { request_key: 'the-second' })).status).toBe(422)
    expect(await listRefundedAmounts()).toEqual([11_300])
    expect((await readCheckout(token)).body.order).toMatchObject({ status: 'refunded' })
  })

  it('is dated in the customer’s order with the time of the last one', async () => {
    const { token, order } = await createPaidCheckout()
    expect((await readCheckout(token)).body.order).not.toHaveProperty('refunded_at')
    for (const request_key of ['the-first-part', 'the-second-part']) {
      shop.advanceClock(minuteMs)
      const before = shop.backend.now().getTime()
      await refundByCall(order.id, { amount: 13, request_key })
      const after = shop.backend.now().getTime()
      shop.advanceClock(minuteMs)
      const refundedAt = Date.parse((await readCheckout(token)).body.order.refunded_at)
      expect(refundedAt).toBeGreaterThanOrEqual(before)
      expect(refundedAt).toBeLessThanOrEqual(after)
    }
  })

  it('of a part leaves the order paid, and the rest can follow', async () => {
    const { order } = await createPaidCheckout()
    const part = await refundByCall(order.id, { amount: 12.5, request_key: 'a-part-of-it' })
    expect(part.body.order).toMatchObject({ status: 'paid', refunded: 12.5 })
    await refundByCall(order.id, { request_key: 'the-rest-of-it' })
    expect(await listRefundedAmounts()).toEqual([1_250, 10_050])
  })

  it('of a PayPal payment goes through PayPal', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await createPaypalOrder(checkout)
    await shop.provider.approve(body.id)
    const { order } = (await readCheckout(checkout.token)).body
    expect((await finishPayment(checkout.token, order.id)).body.outcome).toBe('done')
    const refund = await refundByCall(order.id, { amount: 13, request_key: 'paypal-part' })
    expect(refund.body).toMatchObject({ refund: { state: 'done' }, order: { refunded: 13 } })
    expect(await listRefundedAmounts()).toEqual([1_300])
  })

  it('of a fulfilled order is possible', async () => {
    const { order } = await createPaidCheckout()
    await fulfilByCall(order.id)
    await refundByCall(order.id, { amount: 13, request_key: 'after-delivery' })
    expect((await readOperatorOrder(order.id)).body.order).toMatchObject({
      status: 'fulfilled',
      refunded: 13,
    })
  })

  it('is sent to the customer and the operator’s system, each with its own amount', async () => {
    const { order } = await createPaidCheckout()
    await refundByCall(order.id, { amount: 13, request_key: 'the-first-part' })
    const [first] = await listMessages(order.id, 'refund_mail')
    const part = first && (await buildRefundMail(shop.backend, first))
    expect(part && renderMail(part).text).toContain('We’ve refunded $13 of your order.')
    await refundByCall(order.id, { request_key: 'the-other-part' })
    const [, second] = await listMessages(order.id, 'refund_mail')
    const rest = second && (await buildRefundMail(shop.backend, second))
    expect(rest && renderMail(rest)).toMatchObject({
      subject: `Order ${order.id}: $100 refunded`,
      text: expect.stringContaining(
        'We’ve refunded $100 of your order. Total refunded: $113 of $113.',
      ),
    })
    const [, message] = await listMessages(order.id, 'order_refunded')
    const event = message && buildOrderEvent('order.refunded')(shop.backend, message)
    expect(orderEvent.parse(event)).toEqual(event)
    expect(event).toMatchObject({
      id: `${order.id}.order-refunded.refunded-11300`,
      data: { order: { status: 'refunded', refunded: 113 } },
    })
  })
})

describe('a refund that is refused', () => {
  it.each([0.001, 1.234, 113.01, 1e9])('%s is not an amount that is left', async amount => {
    const { order } = await createPaidCheckout()
    expect((await refundByCall(order.id, { amount, request_key: 'too-much' })).status).toBe(422)
    expect(await listRefundedAmounts()).toEqual([])
  })

  it('a request that is repeated with another amount', async () => {
    const { order } = await createPaidCheckout()
    await refundByCall(order.id, { amount: 5, request_key: 'the-first' })
    const { status } = await refundByCall(order.id, { amount: 6, request_key: 'the-first' })
    expect([status, await listRefundedAmounts()]).toEqual([422, [500]])
  })

  it('is explained to an operator at the command line', async () => {
    const { order } = await createPaidCheckout()
    const refundBy = (body: object) =>
      refundWithReasons(shop.backend, order.id, { request_key: 'by-command', ...body })
    await expect(refundBy({ amount: 1.234 })).rejects.toThrow(
      'The amount has more decimals than USD has.',
    )
    await refundBy({ amount: 13 })
    await expect(refundBy({ amount: 14 })).rejects.toThrow(
      'An earlier refund with this request_key has another amount.',
    )
    const request_key = 'another-one'
    await expect(refundBy({ amount: 100.01, request_key })).rejects.toThrow(
      'The amount is above what is left to refund: USD 100.',
    )
    await refundBy({ request_key })
    await expect(refundBy({ request_key: 'the-last' })).rejects.toThrow(
      'Nothing is left to refund: USD 113 of 113 is refunded.',
    )
  })

  it('an order that cost nothing, or does not exist', async () => {
    const { order } = await createFreePaidCheckout()
    const request = { request_key: 'a-refund' }
    expect((await refundByCall(order.id, request)).body.code).toBe('order_state')
    expect((await refundByCall('7KQ2M-XW4TD', request)).status).toBe(404)
  })

  it('what was refunded at the provider is not refunded again', async () => {
    const { order } = await createPaidCheckout()
    const movement = (await shop.provider.movements()).at(-1)
    await shop.provider.refund(movement?.intent ?? '', 10_000)
    const request = { amount: 50, request_key: 'too-much' }
    expect((await refundByCall(order.id, request)).status).toBe(422)
    await refundByCall(order.id, { request_key: 'what-is-left' })
    expect(await listRefundedAmounts()).toEqual([10_000, 1_300])
  })

  it('by the provider is said, and another can be tried', async () => {
    const { order } = await createPaidCheckout()
    const { stripe } = shop.backend
    const refusal = new RefundError(new Error(), { isAnswered: true, refusal: 'charge_disputed' })
    shop.backend.stripe = { ...stripe, refund: () => Promise.reject(refusal) }
    const { body } = await refundByCall(order.id, { request_key: 'the-first' })
    expect(body.refund).toMatchObject({ state: 'failed', reason: 'charge_disputed' })
    shop.backend.stripe = stripe
    expect((await refundByCall(order.id, { request_key: 'the-second' })).body.refund.state).toBe(
      'done',
    )
    expect(await listRefundedAmounts()).toEqual([11_300])
  })
})

describe('a refund while the provider is away', () => {
  it('is not made and not queued, and the answer says so', async () => {
    const { order } = await createPaidCheckout()
    await shop.provider.addFaults({ fault: 'drop_before' })
    const { status, body } = await refundByCall(order.id, { request_key: 'the-first' })
    expect([status, body]).toMatchObject([
      503,
      { code: 'refund_unavailable', detail: expect.stringContaining('not made and is not queued') },
    ])
    await shop.provider.clearFaults()
    shop.advanceClock(minuteMs)
    await sweep(shop.backend)
    expect(await listRefundedAmounts()).toEqual([])
  })

  it('stays queued if it was queued before', async () => {
    const { order } = await createPaidCheckout()
    await shop.provider.addFaults({ fault: 'drop_before', match: stripeRefunds })
    await refundByCall(order.id, { request_key: 'the-first' })
    await shop.provider.addFaults({ fault: 'drop_before' })
    const { status, body } = await refundByCall(order.id, { request_key: 'the-first' })
    expect([status, body.refund.state]).toEqual([200, 'requested'])
    await shop.provider.clearFaults()
    shop.advanceClock(minuteMs)
    await sweep(shop.backend)
    expect(await listRefundedAmounts()).toEqual([11_300])
  })
})

describe('a refund whose result is not known', () => {
  it.each(['drop_before', 'drop_after'])(
    '(%s) blocks others, is asked for again, and is made once',
    async fault => {
      const { order } = await createPaidCheckout()
      await shop.provider.addFaults({ fault, match: stripeRefunds })
      const { body } = await refundByCall(order.id, { amount: 13, request_key: 'the-first' })
      expect(body.refund.state).toBe('requested')
      const other = await refundByCall(order.id, { amount: 13, request_key: 'the-second' })
      expect(other.body.code).toBe('refund_open')
      await shop.provider.clearFaults()
      shop.advanceClock(minuteMs)
      await Promise.all([sweep(shop.backend), sweep(shop.backend)])
      expect(await listRefundedAmounts()).toEqual([1_300])
      expect((await readOperatorOrder(order.id)).body.order.refunded).toBe(13)
      const repeated = await refundByCall(order.id, { amount: 13, request_key: 'the-first' })
      expect(repeated.body.refund.state).toBe('done')
    },
  )

  it('because of a fault that the provider repeats fails, and another can be tried', async () => {
    const { order } = await createPaidCheckout()
    await shop.provider.addFaults({ fault: 'error_500_before', match: stripeRefunds })
    const { body } = await refundByCall(order.id, { request_key: 'the-first' })
    expect(body.refund.state).toBe('requested')
    shop.advanceClock(minuteMs)
    await sweep(shop.backend)
    await shop.provider.clearFaults()
    const repeated = await refundByCall(order.id, { request_key: 'the-first' })
    expect(repeated.body.refund).toMatchObject({ state: 'failed', reason: 'provider_fault' })
    await refundByCall(order.id, { request_key: 'the-second' })
    expect(await listRefundedAmounts()).toEqual([11_300])
  })

  it('for half a day is left to an operator', async () => {
    const { order } = await createPaidCheckout()
    await shop.provider.addFaults({ fault: 'drop_before', match: stripeRefunds })
    await refundByCall(order.id, { request_key: 'the-first' })
    shop.advanceClock(12 * 60 * minuteMs)
    await sweep(shop.backend)
    await shop.provider.clearFaults()
    await sweep(shop.backend)
    const { body } = await refundByCall(order.id, { request_key: 'the-first' })
    expect([body.refund.state, await listRefundedAmounts()]).toEqual(['unknown', []])
  })

  it('two at once refund no more than was paid', async () => {
    const { order } = await createPaidCheckout()
    const amounts = ['one-of-two', 'two-of-two'].map(request_key =>
      refundByCall(order.id, { amount: 70, request_key }),
    )
    const statuses = (await Promise.all(amounts)).map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(await listRefundedAmounts()).toEqual([7_000])
  })
})
