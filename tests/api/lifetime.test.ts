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

/** What was charged for one order, in minor units. */
async function listCharges(orderId: string): Promise<number[]> {
  const own = await shop.backend.db
    .select({ ref: attempts.providerRef })
    .from(attempts)
    .where(eq(attempts.orderId, orderId))
  return (await shop.provider.movements())
    .filter(({ intent }) => own.some(({ ref }) => ref === intent))
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
  it('can be made one for life, for the difference to what was paid for it', async () => {
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
    const after = await fetchCheckout(checkout.token)
    expect(after.state).toMatchObject({
      isLifetimePaid: true,
      upsellOffers: [{ id: 62, accepted: true }],
      confirmation_payment_method: 'visa 4242',
    })
    expect(after.order).toEqual(checkout.order)
    expect(after.lifetime).toMatchObject({
      offer: null,
      order: {
        id: body.order.id,
        status: 'paid',
        total: 130,
        charged: { plan_id: 62, plan: 199, discount: 69, tax: 0, total: 130 },
      },
    })
  })

  it('that PayPal took can be made one for life by card', async () => {
    const { token, quote } = await createPayableCheckout()
    const { body } = await createPaypalOrder({ token, quote })
    await shop.provider.approve(body.id)
    await finishPayment(token, body.order.id)
    const paid = (await readCheckout(token)).body
    const second = (await payLifetime(paid)).body
    expect(second.status).toBe('success')
    expect(await listCharges(second.order.id)).toEqual([13_000])
    expect((await fetchCheckout(token)).lifetime.order).toMatchObject({ status: 'paid' })
  })

  it('costs the difference to its price after a discount, taxed as the order was', async () => {
    const checkout = await createPaidCheckout({
      coupon: { name: 'FROMIDAWITHLOVE' },
      selectedLicense: 40,
    })
    expect(checkout.lifetime.offer).toMatchObject({ plan: 199, discount: 44.1, total: 154.9 })
  })

  it('and its second order each set off a confirmation and a purchase of their own', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, 'pm_card_mastercard')
    const owed = await shop.backend.db
      .select({ kind: outbox.kind })
      .from(outbox)
      .where(eq(outbox.orderId, body.order.id))
    expect(owed.map(({ kind }) => kind).sort()).toEqual([
      'confirmation_mail',
      'order_paid',
      'purchase_event',
    ])
  })
})

describe('the second confirmation', () => {
  it('says what lifetime means, what was paid for it and with which card', async () => {
    const sent: { to: string; subject: string; text: string }[] = []
    const { mail } = shop.backend
    shop.backend.mail = { ...mail, send: async letter => void sent.push(letter) }
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, 'pm_card_mastercard')
    await sendDueMessages(shop.backend, channels.mails)
    shop.backend.mail = mail
    const letter = sent.find(({ subject }) => subject.includes(body.order.id))
    expect(letter?.subject).toBe(`Order ${body.order.id}: your lifetime plan is paid`)
    expect(letter?.text).toContain('Paid $130 with Mastercard ending in 4444')
    expect(letter?.text).toContain('Each document is valid for at most three years.')
    expect(letter?.text).toMatch(/Already paid for your plan.*−\$69/s)
  })
})

describe('the offer, once declined,', () => {
  it('charges nothing and is not made again', async () => {
    const checkout = await createPaidCheckout()
    expect((await declineLifetime(checkout)).status).toBe(200)
    const after = await fetchCheckout(checkout.token)
    expect(after.lifetime).toEqual({ offer: null, order: null })
    expect(after.state).toMatchObject({
      isLifetimePaid: false,
      upsellOffers: [{ id: 62, accepted: false }],
    })
    expect(after.version).toBeGreaterThan(checkout.version)
  })

  it('cannot be accepted from another tab that still shows it', async () => {
    const checkout = await createPaidCheckout()
    await declineLifetime(checkout)
    await declineLifetime(checkout)
    expect(readCode(await payLifetime(checkout))).toEqual([409, 'not_offered'])
  })

  it('calls off the bank’s question of another tab', async () => {
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

  it('cannot be declined any more where it is paid', async () => {
    const checkout = await createPaidCheckout()
    await payLifetime(checkout)
    expect(readCode(await declineLifetime(checkout))).toEqual([409, 'paid'])
    expect((await fetchCheckout(checkout.token)).state.isLifetimePaid).toBe(true)
  })

  it('cannot be declined while the provider has not said what became of a payment', async () => {
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
  it('however often Pay is pressed', async () => {
    const checkout = await createPaidCheckout()
    const first = await payLifetime(checkout)
    const again = await payLifetime(checkout, 'pm_card_mastercard')
    expect(again.body).toEqual(first.body)
    expect(await listCharges(first.body.order.id)).toEqual([13_000])
  })

  it('by two tabs at once', async () => {
    const checkout = await createPaidCheckout()
    const replies = await Promise.all([payLifetime(checkout), payLifetime(checkout)])
    const said = replies.map(({ body }) => body.status ?? body.code).sort()
    expect(said.at(-1)).toBe('success')
    expect(['payment_in_progress', 'success']).toContain(said[0])
  })

  it('by a second card while the bank still asks about the first', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, challengeCard)
    expect((await payLifetime(checkout)).body.status).toBe('success')
    await shop.provider.answerChallenge(body.client_secret, 'authenticated').catch(() => undefined)
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('done')
    expect(await listCharges(body.order.id)).toEqual([13_000])
  })
})

describe('a bank that asks the customer', () => {
  it('is paid once they agreed', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, challengeCard)
    const waiting = await finishPayment(checkout.token, body.order.id)
    expect(waiting.body).toMatchObject({ outcome: 'waiting', total: 130 })
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('done')
    expect((await fetchCheckout(checkout.token)).state.isLifetimePaid).toBe(true)
  })

  it('charges nothing where they refuse, and the offer stays', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, challengeCard)
    await shop.provider.answerChallenge(body.client_secret, 'failed')
    expect((await finishPayment(checkout.token, body.order.id)).body).toMatchObject({
      outcome: 'not_charged',
      reason: 'payment_intent_authentication_failure',
    })
    expect((await fetchCheckout(checkout.token)).lifetime.offer.total).toBe(130)
  })

  it('is called off when the customer says so', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, challengeCard)
    const off = await finishPayment(checkout.token, body.order.id, { call_off: true })
    expect(off.body).toMatchObject({ outcome: 'not_charged', reason: null })
    expect((await payLifetime(checkout)).body.status).toBe('success')
  })

  it('is settled by the event alone', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, challengeCard)
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    await deliverEvents()
    await deliverEvents()
    expect((await fetchCheckout(checkout.token)).lifetime.order.id).toBe(body.order.id)
    expect((await fetchCheckout(checkout.token)).state.isLifetimePaid).toBe(true)
  })
})

describe('a card that is declined', () => {
  it('leaves the first order as it was, and another card may pay', async () => {
    const checkout = await createPaidCheckout()
    const refused = await payLifetime(checkout, 'pm_card_chargeDeclined')
    expect([...readCode(refused), refused.body.reason]).toEqual([
      402,
      'declined',
      'generic_decline',
    ])
    const after = await fetchCheckout(checkout.token)
    expect([after.status, after.order, after.lifetime.offer.total]).toEqual([
      'paid',
      checkout.order,
      130,
    ])
    expect((await payLifetime(checkout)).body.status).toBe('success')
  })
})

const intents = '/v1/payment_intents'

describe('a provider that does not answer', () => {
  it.each([
    ['cut off before it arrived', 'drop_before', 0],
    ['cut off after it was done', 'drop_after', 13_000],
    ['broken before it was done', 'error_500_before', 0],
    ['broken after it was done', 'error_500_after', 13_000],
  ])('%s: the truth comes out, and nothing is charged twice', async (_, fault, amount) => {
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

describe('another price than was shown', () => {
  it.each([
    ['a smaller one', { expected_total: 1 }],
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

/** Hands the shop what its provider has kept back. */
async function deliverEvents(): Promise<void> {
  for (const event of await shop.provider.events()) await sendEvent(event)
}

describe('lifetime is not offered', () => {
  it('before the plan is paid', async () => {
    const checkout = await createPayableCheckout()
    expect(checkout.lifetime).toBeUndefined()
    await pay(checkout, 'pm_card_chargeDeclined')
    const { order } = await fetchCheckout(checkout.token)
    const asked = { token: checkout.token, order, lifetime: { offer: null } }
    expect(readCode(await payLifetime(asked))).toEqual([409, 'not_offered'])
    expect(readCode(await declineLifetime(asked))).toEqual([409, 'not_offered'])
  })

  it('for a digital plan, which a printed one for life does not continue', async () => {
    const checkout = await createPaidCheckout({ selectedLicense: 45 })
    expect(checkout.lifetime.offer).toBeNull()
    expect(readCode(await payLifetime(checkout))).toEqual([409, 'not_offered'])
  })

  it('for an order without a price', async () => {
    const free = { coupon: { name: everythingFree.name }, urgent: { selected: false } }
    const checkout = await createPayableCheckout({ ...free, selectedLicense: 45 })
    await pay(checkout, null)
    expect((await fetchCheckout(checkout.token)).lifetime.offer).toBeNull()
  })

  it.each<[string, object, (intent: string) => Promise<unknown>]>([
    ['was given back', { status: 'refunded' }, intent => shop.provider.refund(intent)],
    ['was given back in part', { refunded: 1 }, intent => shop.provider.refund(intent, 100)],
    [
      'is disputed',
      { status: 'disputed' },
      intent => shop.provider.dispute(intent, 'needs_response'),
    ],
  ])('for an order that %s', async (_, order, becomesSo) => {
    const checkout = await createPaidCheckout()
    expect(checkout.lifetime.offer).not.toBeNull()
    await becomesSo(await findIntentId(checkout.order.id))
    await deliverEvents()
    const after = await fetchCheckout(checkout.token)
    expect(after.order).toMatchObject(order)
    expect(after.lifetime.offer).toBeNull()
    expect(readCode(await payLifetime(checkout))).toEqual([409, 'not_offered'])
  })

  it('for an order that came by a partner', async () => {
    const { token } = await createPayableCheckout()
    await attachToken(token, await createPartnerToken(shop.backend))
    expect((await pay(await fetchCheckout(token))).body.status).toBe('success')
    const checkout = await fetchCheckout(token)
    expect(checkout.lifetime.offer).toBeNull()
    expect(readCode(await payLifetime(checkout))).toEqual([409, 'not_offered'])
  })

  it('in the campaign that has it among the plans', async () => {
    const { token } = await createPayableCheckout()
    await renderPage(driverDetails, { token, query: { 't-34374257': '1' } })
    const checkout = await fetchCheckout(token)
    expect(checkout.state.campaigns).toEqual(['summer_lifetime'])
    expect((await pay(checkout)).body.status).toBe('success')
    expect(await fetchCheckout(token)).toMatchObject({ status: 'paid', lifetime: { offer: null } })
  })

  it('to anybody but the order’s own customer', async () => {
    const [own, other] = [await createPaidCheckout(), await createPaidCheckout()]
    expect((await payLifetime({ ...own, order: other.order })).status).toBe(404)
    expect((await declineLifetime({ ...own, order: other.order })).status).toBe(404)
  })
})

describe('money of the second order', () => {
  it('that is given back takes lifetime away again, and leaves the first order paid', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout)
    await shop.provider.refund(await findIntentId(body.order.id))
    await deliverEvents()
    const after = await fetchCheckout(checkout.token)
    expect(after.lifetime.order).toMatchObject({ status: 'refunded', refunded: 130 })
    expect([after.order.status, after.state.isLifetimePaid, after.lifetime.offer]).toEqual([
      'paid',
      false,
      null,
    ])
  })

  it('is found by the books where nobody heard of it', async () => {
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

  it('is given back where the first order was given back while the bank asked', async () => {
    const checkout = await createPaidCheckout()
    const { body } = await payLifetime(checkout, challengeCard)
    await shop.provider.refund(await findIntentId(checkout.order.id))
    await deliverEvents()
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('not_charged')
    expect(await listCharges(body.order.id)).toEqual([13_000, -13_000])
    const [open] = await shop.backend.db
      .select()
      .from(orders)
      .where(and(eq(orders.id, body.order.id), isNull(orders.paidAt)))
    expect(open?.status).toBe('pending')
  })
})
