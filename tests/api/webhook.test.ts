import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkouts } from '@/server/db/tables/checkouts'
import { providerEvents } from '@/server/db/tables/events'
import { attempts } from '@/server/db/tables/orders'
import { createPayableCheckout, finishPayment, pay, readCheckout } from '../support/customer'
import {
  buildEvent,
  expectLedgerToBalance,
  sendEvent,
  signPayload,
  startProvider,
} from '../support/provider'
import { withShop } from '../support/with-shop'

const shop = withShop({ provider: startProvider, holdEvents: true })
afterEach(() => expectLedgerToBalance(shop.backend, shop.provider))

const nowSeconds = () => Math.floor(Date.now() / 1_000)
const event = buildEvent('payment_intent.succeeded', { id: 'pi_nobody' })
const payload = JSON.stringify(event)

describe('a Stripe webhook', () => {
  it('with a valid signature is accepted', async () => {
    const { status, body } = await sendEvent(event)
    expect(status).toBe(200)
    expect(body).toEqual({ received: true })
  })

  it.each([
    ['without a signature', undefined],
    ['with an empty signature', ''],
    ['signed with another secret', signPayload(payload, 'whsec_other')],
    ['signed 301 seconds ago', signPayload(payload, undefined, nowSeconds() - 301)],
    ['signed for another body', signPayload(`${payload} `)],
    ['with a made-up signature', `t=${nowSeconds()},v1=${'0'.repeat(64)}`],
  ])('%s is refused and changes nothing', async (_, signature) => {
    const before = await shop.readRows()
    const { status, body } = await sendEvent(event, { 'stripe-signature': signature })
    expect([status, body.code]).toEqual([400, 'signature'])
    expect(await shop.readRows()).toEqual(before)
  })

  it('signed with the old and the new secret is accepted', async () => {
    const [timestampPart, signaturePart] = signPayload(payload).split(',')
    const header = `${timestampPart},v1=${'0'.repeat(64)},${signaturePart}`
    expect((await sendEvent(event, { 'stripe-signature': header })).status).toBe(200)
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', [event]],
    ['a text', 'event'],
    ['a number', 5],
    ['without an id', { ...event, id: undefined }],
    ['with null as id', { ...event, id: null }],
    ['with a list as id', { ...event, id: ['evt_1'] }],
    ['with an id that cannot be stored', { ...event, id: 'evt\0' }],
    ['with a number as type', { ...event, type: 5 }],
    ['without data', { ...event, data: undefined }],
    ['with null as data', { ...event, data: null }],
    ['with a text as data', { ...event, data: 'pi_1' }],
    ['with null as object', { ...event, data: { object: null } }],
    ['with a list as object', { ...event, data: { object: [] } }],
  ])('that is signed and unreadable is acknowledged: %s', async (_, unreadable) => {
    const warn = vi.spyOn(shop.backend.log, 'warn')
    const before = await shop.readRows()
    expect((await sendEvent(unreadable)).status).toBe(200)
    expect(warn.mock.calls.map(([fields]) => fields)).toContainEqual({
      event: 'webhook.unreadable',
    })
    expect(await shop.readRows()).toEqual(before)
  })

  const wrongValues = [null, 5, true, [], ['x'], {}, 'pi\0', '']
  it.each(
    [
      'payment_intent.succeeded',
      'charge.refunded',
      'refund.updated',
      'charge.dispute.created',
      'setup_intent.succeeded',
      'customer.subscription.updated',
      'invoice.paid',
    ].flatMap(type => wrongValues.map(value => [type, value] as const)),
  )('%s with wrong ids (%j) is acknowledged', async (type, value) => {
    const wrong = {
      id: value,
      payment_intent: value,
      metadata: { attempt: value, renewal: value },
      parent: { subscription_details: { subscription: value } },
    }
    for (const object of [wrong, { ...wrong, metadata: value, parent: value }])
      expect((await sendEvent(buildEvent(type, object))).status).toBe(200)
  })

  it('of a megabyte is refused', async () => {
    const largeEvent = buildEvent('payment_intent.succeeded', { id: 'x'.repeat(1_100_000) })
    expect((await sendEvent(largeEvent)).status).toBe(413)
  })

  it.each([
    ['of an unknown type', buildEvent('moon.landed', { id: 'pi_1' })],
    ['about an unknown payment', buildEvent('payment_intent.succeeded', { id: 'pi_1' })],
    ['about a payment without an id', buildEvent('payment_intent.succeeded', {})],
    [
      'with an empty id',
      buildEvent('payment_intent.succeeded', { id: '', metadata: { attempt: '' } }),
    ],
    ['with a list of ids', buildEvent('payment_intent.succeeded', { id: ['pi_1'] })],
    ['with SQL as its id', buildEvent('payment_intent.succeeded', { id: "' OR 1=1 --" })],
  ])('%s is accepted and changes no order', async (_, oddEvent) => {
    await createPayableCheckout().then(checkout => pay(checkout, 'pm_card_authenticationRequired'))
    const before = await shop.backend.db.select().from(attempts).orderBy(attempts.id)
    expect((await sendEvent(oddEvent)).status).toBe(200)
    expect(await shop.backend.db.select().from(attempts).orderBy(attempts.id)).toEqual(before)
  })

  it('returns 500 if it cannot be stored, and is applied on the retry', async () => {
    const checkout = await createChallengedCheckout()
    await shop.provider.answerChallenge(checkout.client_secret, 'authenticated')
    const { db } = shop.backend
    shop.backend.db = new Proxy(db, {
      get: () => () => {
        throw new Error('the database is gone')
      },
    })
    expect((await sendEvent(buildEvent('payment_intent.succeeded', checkout.intent))).status).toBe(
      500,
    )
    shop.backend.db = db
    expect((await sendEvent(buildEvent('payment_intent.succeeded', checkout.intent))).status).toBe(
      200,
    )
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
  })
})

/** A payment that waits for 3-D Secure. */
async function createChallengedCheckout() {
  const { token, quote } = await createPayableCheckout()
  const { body } = await pay({ token, quote }, 'pm_card_authenticationRequired')
  const [attempt] = await shop.backend.db
    .select()
    .from(attempts)
    .where(eq(attempts.orderId, body.order.id))
  if (!attempt) throw new Error('no attempt')
  const intent = { id: attempt.providerRef, metadata: { attempt: attempt.id } }
  return { token, order: body.order.id, client_secret: body.client_secret, intent }
}

describe('a payment', () => {
  it('is paid by its webhook before the customer returns', async () => {
    const { token, order, client_secret, intent } = await createChallengedCheckout()
    await shop.provider.answerChallenge(client_secret, 'authenticated')
    await sendEvent(buildEvent('payment_intent.succeeded', intent))
    expect((await readCheckout(token)).body.status).toBe('paid')
    expect((await finishPayment(token, order)).body.outcome).toBe('done')
  })

  it('is paid by the customer’s return before its webhook', async () => {
    const { token, order, client_secret, intent } = await createChallengedCheckout()
    await shop.provider.answerChallenge(client_secret, 'authenticated')
    expect((await finishPayment(token, order)).body.outcome).toBe('done')
    expect((await sendEvent(buildEvent('payment_intent.succeeded', intent))).status).toBe(200)
    expect((await readCheckout(token)).body.status).toBe('paid')
  })

  it('is paid once by 20 concurrent deliveries of one webhook', async () => {
    const { token, client_secret, intent } = await createChallengedCheckout()
    await shop.provider.answerChallenge(client_secret, 'authenticated')
    const sharedEvent = buildEvent('payment_intent.succeeded', intent)
    const replies = await Promise.all(Array.from({ length: 20 }, () => sendEvent(sharedEvent)))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await readCheckout(token)).body.status).toBe('paid')
    const rows = await shop.backend.db
      .select()
      .from(providerEvents)
      .where(eq(providerEvents.id, sharedEvent.id))
    expect(rows).toHaveLength(1)
  })

  it('is not paid by the content of a webhook alone', async () => {
    const { token, intent } = await createChallengedCheckout()
    await sendEvent(buildEvent('payment_intent.succeeded', { ...intent, status: 'succeeded' }))
    expect((await readCheckout(token)).body.status).toBe('processing')
  })

  it.each([
    'payment_intent.payment_failed',
    'payment_intent.processing',
    'payment_intent.canceled',
  ])('stays paid when %s arrives late', async type => {
    const { token, order, client_secret, intent } = await createChallengedCheckout()
    await shop.provider.answerChallenge(client_secret, 'authenticated')
    await finishPayment(token, order)
    const before = (await readCheckout(token)).body
    await sendEvent(buildEvent(type, intent))
    expect((await readCheckout(token)).body).toEqual(before)
  })

  it('with an unknown intent id is found by the attempt in the metadata', async () => {
    const checkout = await createPayableCheckout()
    await shop.provider.addFaults(
      { fault: 'drop_after', match: { method: 'POST', path: '/v1/payment_intents$' } },
      { fault: 'error_500_before', match: { method: 'GET', path: '/v1/payment_intents' } },
    )
    const { body } = await pay(checkout)
    expect(body.status).toBe('checking')
    await shop.provider.clearFaults()
    const [attempt] = await shop.backend.db
      .select()
      .from(attempts)
      .where(eq(attempts.orderId, body.order.id))
    const [movement] = (await shop.provider.movements()).slice(-1)
    await sendEvent(
      buildEvent('payment_intent.succeeded', {
        id: movement?.intent,
        metadata: { attempt: attempt?.id },
      }),
    )
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
  })

  it('whose webhook arrives before the response of the charge call is paid once', async () => {
    const checkout = await createPayableCheckout()
    const { stripe } = shop.backend
    shop.backend.stripe = {
      ...stripe,
      charge: async charge => {
        const chargeOutcome = await stripe.charge(charge)
        const id = 'ref' in chargeOutcome ? chargeOutcome.ref : ''
        await sendEvent(
          buildEvent('payment_intent.succeeded', { id, metadata: { attempt: charge.attemptId } }),
        )
        // The connection failed: the webhook knows more than the call.
        return { status: 'unknown' }
      },
    }
    const { body } = await pay(checkout)
    shop.backend.stripe = stripe
    expect(body.status).toBe('success')
    const [row] = await shop.backend.db
      .select()
      .from(attempts)
      .where(eq(attempts.orderId, body.order.id))
    expect(row).toMatchObject({ state: 'captured', reason: null })
    const [checkoutRow] = await shop.backend.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.id, row?.checkoutId ?? ''))
    expect(checkoutRow?.status).toBe('paid')
  })

  it('has the same result after all webhooks arrive again in any order', async () => {
    const { token, client_secret } = await createChallengedCheckout()
    await shop.provider.answerChallenge(client_secret, 'authenticated')
    await shop.provider.clearFaults()
    await shop.provider.replayEvents()
    await shop.provider.replayEvents()
    await expect
      .poll(
        async () =>
          (await shop.provider.deliveries()).filter(({ state }) => state === 'pending').length,
        { timeout: 10_000 },
      )
      .toBe(0)
    expect((await readCheckout(token)).body.status).toBe('paid')
  })
})
