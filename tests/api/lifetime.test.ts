import { and, eq, isNull } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { attempts, orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { channels, sendDueMessages } from '@/server/jobs/outbox'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { stepPage } from '@/server/pages/step-page'
import { reconcile } from '@/server/payments/reconcile'
import {
  createPaidCheckout,
  createPayableCheckout,
  createPaypalOrder,
  declineLifetime,
  finishPayment,
  pay,
  payLifetime,
  readCheckout,
} from '../support/customer'
import { attachToken, createPartnerToken } from '../support/partners'
import { everythingFree } from '../support/prepared-database'
import { expectLedgerToBalance, sendEvent, startProvider } from '../support/provider'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const shop = withShop({ provider: startProvider, holdEvents: true })
afterEach(async () => {
  await expectLedgerToBalance(shop.backend, shop.provider)
})

const driverDetails = stepPage('driver-details', ['driver-details'])
const fetchCheckout = async (token: string) => (await readCheckout(token)).body
const readCode = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
]
const challengeCard = 'pm_card_authenticationRequired'

/** The amounts charged for one order, in minor units; refunds are negative. */
async function listCharges(orderId: string): Promise<number[]> {
  const ownAttempts = await shop.backend.db
    .select({ ref: attempts.providerRef })
    .from(attempts)
    .where(eq(attempts.orderId, orderId))
  return (await shop.provider.movements())
    .filter(({ intent }) => ownAttempts.some(({ ref }) => ref === intent))
    .map(({ kind, amount }) => (kind === 'refund' ? -amount : amount))
}

const findIntentId = async (orderId: string): Promise<string> => {
  const [attempt] = await shop.backend.db
    .select()
    .from(attempts)
    .where(and(eq(attempts.orderId, orderId), eq(attempts.state, 'captured')))
  return attempt?.providerRef ?? ''
}

describe('a paid plan', () => {
  it('can be upgraded to lifetime for the difference to the price paid', async () => {
    const checkout = await createPaidCheckout()
    expect(checkout.lifetime).toEqual({
      offer: {
        currency: 'USD',
        plan: 199,
        urgent: 0,
        shipping: 0,
        travel: 0,
        discount: 69,
        tax: 0,
        total: 130,
      },
      order: null,
    })
    const { status, body } = await payLifetime(checkout, 'pm_card_mastercard')
    expect([status, body]).toMatchObject([200, { status: 'success', client_secret: null }])
    expect(body.order.id).not.toBe(checkout.order.id)
    expect(await listCharges(body.order.id)).toEqual([13_000])
    const latest = await fetchCheckout(checkout.token)
    expect(latest.state).toMatchObject({
      isLifetimePaid: true,
      upsellOffers: [{ id: 62, accepted: true }],
      confirmation_payment_method: 'visa 4242',
    })
    expect(latest.order).toEqual(checkout.order)
    expect(latest.lifetime).toMatchObject({
      offer: null,
      order: {
        id: body.order.id,
        status: 'paid',
        total: 130,
        charged: { plan_id: 62, plan: 199, discount: 69, tax: 0, total: 130 },
      },
    })
  })

  it('paid with PayPal can be upgraded to lifetime by card', async () => {
    const { token, quote } = await createPayableCheckout()
    const { body } = await createPaypalOrder({ token, quote })
    await shop.provider.approve(body.id)
    await finishPayment(token, body.order.id)
    const paidCheckout = (await readCheckout(token)).body
    const second = (await payLifetime(paidCheckout)).body
    expect(second.status).toBe('success')
    expect(await listCharges(second.order.id)).toEqual([13_000])
    expect((await fetchCheckout(token)).lifetime.order).toMatchObject({ status: 'paid' })
  })

  it('costs the difference to the discounted price for its upgrade, taxed like the order', async () => {
    const checkout = await createPaidCheckout({
      coupon: { name: 'FROMIDAWITHLOVE' },
      selectedLicense: 40,
    })
    expect(checkout.lifetime.offer).toMatchObject({ plan: 199, discount: 44.1, total: 154.9 })
  })

  it('and its upgrade create separate confirmation mails and purchase events', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, 'pm_card_mastercard')
    const queuedMessages = await shop.backend.db
      .select({ kind: outbox.kind })
      .from(outbox)
      .where(eq(outbox.orderId, body.order.id))
    expect(queuedMessages.map(({ kind }) => kind).sort()).toEqual([
      'confirmation_mail',
      'order_paid',
      'purchase_event',
    ])
  })
})

describe('the confirmation mail of the upgrade', () => {
  it('explains lifetime and shows the amount paid and the card', async () => {
    const sentMails: { to: string; subject: string; text: string }[] = []
    const { mail } = shop.backend
    shop.backend.mail = { ...mail, send: async message => void sentMails.push(message) }
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, 'pm_card_mastercard')
    await sendDueMessages(shop.backend, channels.mails)
    shop.backend.mail = mail
    const message = sentMails.find(({ subject }) => subject.includes(body.order.id))
    expect(message?.subject).toBe(`Order ${body.order.id}: your lifetime plan is paid`)
    expect(message?.text).toContain('Paid $130 with Mastercard ending in 4444')
    expect(message?.text).toContain('Each permit is valid for up to three years.')
    expect(message?.text).toMatch(/Already paid for your plan.*−\$69/s)
  })
})

describe('a declined lifetime offer', () => {
  it('charges nothing and is not offered again', async () => {
    const checkout = await createPaidCheckout()
    expect((await declineLifetime(checkout)).status).toBe(200)
    const latest = await fetchCheckout(checkout.token)
    expect(latest.lifetime).toEqual({ offer: null, order: null })
    expect(latest.state).toMatchObject({
      isLifetimePaid: false,
      upsellOffers: [{ id: 62, accepted: false }],
    })
    expect(latest.version).toBeGreaterThan(checkout.version)
  })

  it('cannot be accepted from another tab that still shows it', async () => {
    const checkout = await createPaidCheckout()
    await declineLifetime(checkout)
    await declineLifetime(checkout)
    expect(readCode(await payLifetime(checkout))).toEqual([409, 'not_offered'])
  })

  it('cancels the 3-D Secure payment of another tab', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, challengeCard)
    expect(body.status).toBe('requires_action')
    expect((await declineLifetime(checkout)).status).toBe(200)
    await shop.provider.answerChallenge(body.client_secret, 'authenticated').catch(() => undefined)
    shop.advanceClock(60_000)
    await sweep(shop.backend)
    expect(await listCharges(body.order.id)).toEqual([])
    expect((await fetchCheckout(checkout.token)).lifetime.order.status).toBe('pending')
  })

  it('returns 409 if lifetime is already paid', async () => {
    const checkout = await createPaidCheckout()
    await payLifetime(checkout)
    expect(readCode(await declineLifetime(checkout))).toEqual([409, 'paid'])
    expect((await fetchCheckout(checkout.token)).state.isLifetimePaid).toBe(true)
  })

  it('returns 409 while a payment’s outcome is unknown', async () => {
    const checkout = await createPaidCheckout()
    await shop.provider.addFaults({ fault: 'drop_after', match: { path: '/v1/payment_intents' } })
    expect((await payLifetime(checkout)).body.status).toBe('checking')
    expect((await declineLifetime(checkout)).status).toBe(409)
    await shop.provider.addFaults({ fault: 'hold_webhooks' })
    await shop.provider.clearFaults()
    shop.advanceClock(60_000)
    await sweep(shop.backend)
    expect((await fetchCheckout(checkout.token)).state.isLifetimePaid).toBe(true)
  })
})

describe('lifetime is paid once', () => {
  it('for any number of clicks on Pay', async () => {
    const checkout = await createPaidCheckout()
    const first = await payLifetime(checkout)
    const second = await payLifetime(checkout, 'pm_card_mastercard')
    expect(second.body).toEqual(first.body)
    expect(await listCharges(first.body.order.id)).toEqual([13_000])
  })

  it('for two tabs at the same time', async () => {
    const checkout = await createPaidCheckout()
    const replies = await Promise.all([payLifetime(checkout), payLifetime(checkout)])
    const outcomes = replies.map(({ body }) => body.status ?? body.code).sort()
    expect(outcomes.at(-1)).toBe('success')
    expect(['payment_in_progress', 'success']).toContain(outcomes[0])
  })

  it('with a second card during 3-D Secure of the first', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, challengeCard)
    expect((await payLifetime(checkout)).body.status).toBe('success')
    await shop.provider.answerChallenge(body.client_secret, 'authenticated').catch(() => undefined)
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('done')
    expect(await listCharges(body.order.id)).toEqual([13_000])
  })
})

describe('3-D Secure for the upgrade', () => {
  it('is paid after the customer authenticates', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, challengeCard)
    const pendingReply = await finishPayment(checkout.token, body.order.id)
    expect(pendingReply.body).toMatchObject({ outcome: 'waiting', total: 130 })
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('done')
    expect((await fetchCheckout(checkout.token)).state.isLifetimePaid).toBe(true)
  })

  it('charges nothing if it fails, and the offer stays', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, challengeCard)
    await shop.provider.answerChallenge(body.client_secret, 'failed')
    expect((await finishPayment(checkout.token, body.order.id)).body).toMatchObject({
      outcome: 'not_charged',
      reason: 'payment_intent_authentication_failure',
    })
    expect((await fetchCheckout(checkout.token)).lifetime.offer.total).toBe(130)
  })

  it('can be cancelled by the customer', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, challengeCard)
    const cancellation = await finishPayment(checkout.token, body.order.id, { call_off: true })
    expect(cancellation.body).toMatchObject({ outcome: 'not_charged', reason: null })
    expect((await payLifetime(checkout)).body.status).toBe('success')
  })

  it('is settled by the webhook alone', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, challengeCard)
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    await deliverEvents()
    await deliverEvents()
    expect((await fetchCheckout(checkout.token)).lifetime.order.id).toBe(body.order.id)
    expect((await fetchCheckout(checkout.token)).state.isLifetimePaid).toBe(true)
  })
})

describe('a declined card', () => {
  it('leaves the first order unchanged, and another card can pay', async () => {
    const checkout = await createPaidCheckout()
    const refusal = await payLifetime(checkout, 'pm_card_chargeDeclined')
    expect([...readCode(refusal), refusal.body.reason]).toEqual([
      402,
      'declined',
      'generic_decline',
    ])
    const latest = await fetchCheckout(checkout.token)
    expect([latest.status, latest.order, latest.lifetime.offer.total]).toEqual([
      'paid',
      checkout.order,
      130,
    ])
    expect((await payLifetime(checkout)).body.status).toBe('success')
  })
})

const intents = '/v1/payment_intents'

describe('a provider without a response', () => {
  it.each([
    ['dropped before the charge', 'drop_before', 0],
    ['dropped after the charge', 'drop_after', 13_000],
    ['failing before the charge', 'error_500_before', 0],
    ['failing after the charge', 'error_500_after', 13_000],
  ])('%s: the outcome is found later, and nothing is charged twice', async (_, fault, amount) => {
    const checkout = await createPaidCheckout()
    await shop.provider.addFaults(
      { fault: 'hold_webhooks' },
      { fault, match: { method: 'POST', path: `${intents}$` } },
      { fault: 'error_500_before', match: { method: 'GET', path: intents } },
    )
    expect((await payLifetime(checkout)).body.status).toBe('checking')
    expect((await payLifetime(checkout)).status).toBe(409)
    await shop.provider.clearFaults()
    shop.advanceClock(120_000)
    await sweep(shop.backend)
    const { lifetime, state } = await fetchCheckout(checkout.token)
    expect(await listCharges(lifetime.order.id)).toEqual(amount ? [amount] : [])
    expect(state.isLifetimePaid).toBe(amount > 0)
    expect((await payLifetime(checkout)).body.status).toBe('success')
    expect(await listCharges(lifetime.order.id)).toEqual([13_000])
  })
})

describe('another price than the one shown', () => {
  it.each([
    ['a smaller total', { expected_total: 1 }],
    ['another currency', { expected_currency: 'EUR' }],
  ])('is never charged: %s', async (_, change) => {
    const checkout = await createPaidCheckout()
    const { status, body } = await payLifetime(checkout, 'pm_card_visa', change)
    expect([status, body.code, body.checkout.lifetime.offer.total]).toEqual([
      409,
      'quote_changed',
      130,
    ])
    expect((await fetchCheckout(checkout.token)).lifetime.order).toBeNull()
  })
})

/** Delivers the held webhooks of the provider. */
async function deliverEvents(): Promise<void> {
  for (const event of await shop.provider.events()) await sendEvent(event)
}

describe('lifetime is not offered', () => {
  it('before the plan is paid', async () => {
    const checkout = await createPayableCheckout()
    expect(checkout.lifetime).toBeUndefined()
    await pay(checkout, 'pm_card_chargeDeclined')
    const { order } = await fetchCheckout(checkout.token)
    const request = { token: checkout.token, order, lifetime: { offer: null } }
    expect(readCode(await payLifetime(request))).toEqual([409, 'not_offered'])
    expect(readCode(await declineLifetime(request))).toEqual([409, 'not_offered'])
  })

  it('for a digital plan: the lifetime plan is printed', async () => {
    const checkout = await createPaidCheckout({ selectedLicense: 45 })
    expect(checkout.lifetime.offer).toBeNull()
    expect(readCode(await payLifetime(checkout))).toEqual([409, 'not_offered'])
  })

  it('for an order that cost nothing', async () => {
    const freeOrder = { coupon: { name: everythingFree.name }, urgent: { selected: false } }
    const checkout = await createPayableCheckout({ ...freeOrder, selectedLicense: 45 })
    await pay(checkout, null)
    expect((await fetchCheckout(checkout.token)).lifetime.offer).toBeNull()
  })

  it.each<[string, object, (intent: string) => Promise<unknown>]>([
    ['was refunded', { status: 'refunded' }, intent => shop.provider.refund(intent)],
    ['was partly refunded', { refunded: 1 }, intent => shop.provider.refund(intent, 100)],
    [
      'is disputed',
      { status: 'disputed' },
      intent => shop.provider.dispute(intent, 'needs_response'),
    ],
  ])('for an order that %s', async (_, order, changePayment) => {
    const checkout = await createPaidCheckout()
    expect(checkout.lifetime.offer).not.toBeNull()
    await changePayment(await findIntentId(checkout.order.id))
    await deliverEvents()
    const latest = await fetchCheckout(checkout.token)
    expect(latest.order).toMatchObject(order)
    expect(latest.lifetime.offer).toBeNull()
    expect(readCode(await payLifetime(checkout))).toEqual([409, 'not_offered'])
  })

  it('for a partner’s order', async () => {
    const { token } = await createPayableCheckout()
    await attachToken(token, await createPartnerToken(shop.backend))
    expect((await pay(await fetchCheckout(token))).body.status).toBe('success')
    const checkout = await fetchCheckout(token)
    expect(checkout.lifetime.offer).toBeNull()
    expect(readCode(await payLifetime(checkout))).toEqual([409, 'not_offered'])
  })

  it('in the campaign that offers it as a plan', async () => {
    const { token } = await createPayableCheckout()
    await renderPage(driverDetails, { token, query: { 't-34374257': '1' } })
    const checkout = await fetchCheckout(token)
    expect(checkout.state.campaigns).toEqual(['summer_lifetime'])
    expect((await pay(checkout)).body.status).toBe('success')
    expect(await fetchCheckout(token)).toMatchObject({ status: 'paid', lifetime: { offer: null } })
  })

  it('for another customer’s order', async () => {
    const [checkout, other] = [await createPaidCheckout(), await createPaidCheckout()]
    expect((await payLifetime({ ...checkout, order: other.order })).status).toBe(404)
    expect((await declineLifetime({ ...checkout, order: other.order })).status).toBe(404)
  })
})

describe('money for the upgrade', () => {
  it('that is refunded removes lifetime and leaves the first order paid', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout)
    await shop.provider.refund(await findIntentId(body.order.id))
    await deliverEvents()
    const latest = await fetchCheckout(checkout.token)
    expect(latest.lifetime.order).toMatchObject({ status: 'refunded', refunded: 130 })
    expect([latest.order.status, latest.state.isLifetimePaid, latest.lifetime.offer]).toEqual([
      'paid',
      false,
      null,
    ])
  })

  it('is found by reconcile when no call settled it', async () => {
    const checkout = await createPaidCheckout()
    await shop.provider.addFaults(
      { fault: 'hold_webhooks' },
      { fault: 'drop_after', match: { method: 'POST', path: `${intents}$` } },
      { fault: 'error_500_before', match: { method: 'GET', path: intents } },
    )
    const { body } = await payLifetime(checkout)
    await shop.provider.clearFaults()
    const since = new Date(Date.now() - 3_600_000)
    expect(await reconcile(shop.backend, since)).toMatchObject([
      { kind: 'money_without_order', order: body.order.id, amount: 13_000, isResolved: true },
    ])
    expect((await fetchCheckout(checkout.token)).state.isLifetimePaid).toBe(true)
  })

  it('is refunded if the first order was refunded during 3-D Secure', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, challengeCard)
    await shop.provider.refund(await findIntentId(checkout.order.id))
    await deliverEvents()
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('not_charged')
    expect(await listCharges(body.order.id)).toEqual([13_000, -13_000])
    const [pendingOrder] = await shop.backend.db
      .select()
      .from(orders)
      .where(and(eq(orders.id, body.order.id), isNull(orders.paidAt)))
    expect(pendingOrder?.status).toBe('pending')
  })
})
