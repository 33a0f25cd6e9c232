import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { attempts, orders } from '@/server/db/tables/orders'
import { type OutboxRow, outbox } from '@/server/db/tables/outbox'
import { renderMail } from '@/server/mails/letter'
import { buildRefundMail } from '@/server/mails/refund'
import { buildMessage } from '@/server/outbox/load-message'
import { recordRefundsAndDisputes } from '@/server/payments/refunds-and-disputes'
import { createPayableCheckout, pay, readCheckout } from '../support/customer'
import { buildEvent, sendEvent, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const shop = withShop({ provider: startProvider, holdEvents: true })

/** A paid order of $113, and its payment intent. */
async function createPaidOrder() {
  const checkout = await createPayableCheckout()
  const { body } = await pay(checkout)
  const { db } = shop.backend
  const [attempt] = await db.select().from(attempts).where(eq(attempts.orderId, body.order.id))
  const intent = attempt?.providerRef ?? ''
  return {
    intent,
    attemptId: attempt?.id ?? '',
    token: checkout.token,
    readOrder: async () => {
      const [row] = await db.select().from(orders).where(eq(orders.id, body.order.id))
      return row && { status: row.status, refunded: row.refunded, dispute: row.dispute }
    },
    listMessages: () => db.select().from(outbox).where(eq(outbox.orderId, body.order.id)),
  }
}

const paidStatus = { status: 'paid', refunded: 0, dispute: null }

/** Delivers every event twice: in order, then in reverse. */
const deliverAllEvents = async () => {
  for (const event of await shop.provider.events()) await sendEvent(event)
  for (const event of (await shop.provider.events()).reverse()) await sendEvent(event)
}

describe('refunded money', () => {
  it('adds up, and a full refund sets the order to refunded', async () => {
    const { intent, readOrder, token } = await createPaidOrder()
    await shop.provider.refund(intent, 1_000)
    await deliverAllEvents()
    expect(await readOrder()).toEqual({ ...paidStatus, refunded: 1_000 })
    await shop.provider.refund(intent, 500)
    await deliverAllEvents()
    expect(await readOrder()).toEqual({ ...paidStatus, refunded: 1_500 })
    await shop.provider.refund(intent)
    await deliverAllEvents()
    expect(await readOrder()).toEqual({ ...paidStatus, status: 'refunded', refunded: 11_300 })
    const { body } = await readCheckout(token)
    expect([body.status, body.order]).toMatchObject([
      'paid',
      { status: 'refunded', total: 113, refunded: 113 },
    ])
  })

  it('returned by the bank sets the order to paid again', async () => {
    const { intent, readOrder } = await createPaidOrder()
    const refund = await shop.provider.refund(intent)
    await deliverAllEvents()
    expect(await readOrder()).toMatchObject({ status: 'refunded' })
    await shop.provider.failRefund(refund)
    await deliverAllEvents()
    expect(await readOrder()).toEqual(paidStatus)
  })
})

describe('refunds that are read at the same time', () => {
  const readMails = async (listMessages: () => Promise<OutboxRow[]>) => {
    const rows = (await listMessages()).filter(({ kind }) => kind === 'refund_mail')
    const messages = await Promise.all(rows.map(row => buildMessage(shop.backend, row)))
    return Promise.all(messages.map(message => message && buildRefundMail(shop.backend, message)))
  }

  it('are one mail with what both gave back', async () => {
    const { intent, listMessages } = await createPaidOrder()
    await shop.provider.refund(intent, 1_000)
    await shop.provider.refund(intent, 500)
    await deliverAllEvents()
    const mails = await readMails(listMessages)
    expect(mails.map(mail => mail && renderMail(mail).text)).toEqual([
      expect.stringContaining('We’ve refunded $15 of your order.'),
    ])
  })

  it('are each in one mail, though an older reading is stored last', async () => {
    const { intent, attemptId, listMessages, readOrder } = await createPaidOrder()
    const { stripe } = shop.backend
    await shop.provider.refund(intent, 1_000)
    shop.backend.stripe = {
      ...stripe,
      retrieveRefundsAndDisputes: async ref => {
        const olderReading = await stripe.retrieveRefundsAndDisputes(ref)
        shop.backend.stripe = stripe
        await shop.provider.refund(intent, 500)
        await recordRefundsAndDisputes(shop.backend, attemptId)
        return olderReading
      },
    }
    await recordRefundsAndDisputes(shop.backend, attemptId)
    expect(await readOrder()).toMatchObject({ refunded: 1_500 })
    await shop.provider.refund(intent, 200)
    await deliverAllEvents()
    expect((await readMails(listMessages)).map(mail => mail && renderMail(mail).text)).toEqual([
      expect.stringContaining('We’ve refunded $15 of your order.'),
      expect.stringContaining('We’ve refunded $2 of your order. Total refunded: $17 of $113.'),
    ])
  })

  it('send no mail about an amount that the bank has returned meanwhile', async () => {
    const { intent, listMessages } = await createPaidOrder()
    const returned = await shop.provider.refund(intent, 1_000)
    await deliverAllEvents()
    await shop.provider.failRefund(returned)
    await deliverAllEvents()
    expect(await readMails(listMessages)).toEqual([undefined])
  })
})

describe('a disputed payment', () => {
  it.each([
    ['won', paidStatus],
    ['lost', { ...paidStatus, status: 'disputed', dispute: 'lost' }],
  ] as const)('that is %s has the matching order status', async (outcome, expected) => {
    const { intent, readOrder } = await createPaidOrder()
    await shop.provider.dispute(intent, 'needs_response')
    await deliverAllEvents()
    expect(await readOrder()).toEqual({ ...paidStatus, status: 'disputed', dispute: 'open' })
    await shop.provider.dispute(intent, outcome)
    await deliverAllEvents()
    expect(await readOrder()).toEqual({ ...expected, dispute: outcome })
  })

  it('is recognized by its final event alone', async () => {
    const { intent, readOrder } = await createPaidOrder()
    await shop.provider.dispute(intent, 'needs_response')
    await shop.provider.dispute(intent, 'lost')
    const closedEvents = (await shop.provider.events()).filter(
      ({ type }) => type === 'charge.dispute.closed',
    )
    for (const event of closedEvents) await sendEvent(event)
    expect(await readOrder()).toMatchObject({ status: 'disputed', dispute: 'lost' })
  })

  it('and a refund queue their own messages once, and none of the payment’s again', async () => {
    const { intent, listMessages } = await createPaidOrder()
    const before = await listMessages()
    await shop.provider.dispute(intent, 'needs_response')
    await deliverAllEvents()
    await shop.provider.dispute(intent, 'won')
    await deliverAllEvents()
    await shop.provider.refund(intent)
    await deliverAllEvents()
    const added = (await listMessages()).slice(before.length)
    expect(added.map(({ kind, dedupeKey }) => [kind, dedupeKey])).toEqual([
      ['order_disputed', 'dispute-open'],
      ['order_disputed', 'dispute-won'],
      ['order_refunded', 'refunded-11300'],
      ['refund_mail', 'refunded-0-11300'],
    ])
  })
})

describe('an event about a payment', () => {
  it('returns 500 while the provider fails, and is applied on the retry', async () => {
    const { intent, readOrder } = await createPaidOrder()
    await shop.provider.refund(intent)
    const [event] = (await shop.provider.events())
      .filter(({ type }) => type === 'charge.refunded')
      .slice(-1)
    await shop.provider.addFaults({
      fault: 'error_500_before',
      match: { path: '/v1/payment_intents/' },
    })
    expect((await sendEvent(event as object)).status).toBe(500)
    expect(await readOrder()).toEqual(paidStatus)
    await shop.provider.clearFaults()
    expect((await sendEvent(event as object)).status).toBe(200)
    expect(await readOrder()).toMatchObject({ status: 'refunded' })
  })

  it.each([
    ['of an unknown payment', { payment_intent: 'pi_nobody' }],
    ['without an id', {}],
    ['with an empty id', { payment_intent: '' }],
    ['with a list of ids', { payment_intent: ['pi_1'] }],
  ])('%s changes no order', async (_, object) => {
    await createPaidOrder()
    const before = await shop.backend.db.select().from(orders).orderBy(orders.id)
    expect((await sendEvent(buildEvent('charge.refunded', object))).status).toBe(200)
    expect(await shop.backend.db.select().from(orders).orderBy(orders.id)).toEqual(before)
  })
})
