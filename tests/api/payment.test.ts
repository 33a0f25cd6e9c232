import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { listAttempts } from '../support/backend'
import {
  createPayableCheckout,
  finishPayment,
  freeOrder,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { everythingFree } from '../support/prepared-database'
import { expectLedgerToBalance, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const shop = withShop({ provider: startProvider, holdEvents: true })
afterEach(async () => {
  await expectLedgerToBalance(shop.backend, shop.provider)
})

const minutesToMs = (count: number) => count * 60_000

/** A new IP address for every test: declines are counted per address. */
let addressCount = 0
const nextClientIp = () => {
  addressCount += 1
  return `198.51.100.${addressCount}`
}

describe('a good card', () => {
  it('is charged once at the price shown, and the order is paid', async () => {
    const checkout = await createPayableCheckout()
    const { status, body } = await pay(checkout)
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'success',
      order: { id: expect.stringMatching(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/) },
      client_secret: null,
    })
    const { body: latest } = await readCheckout(checkout.token)
    expect(latest).toMatchObject({
      status: 'paid',
      order: { id: body.order.id, status: 'paid', total: 113, currency: 'USD' },
      state: {
        step: 6,
        completedStep: 5,
        orderId: body.order.id,
        confirmation_payment_method: 'visa 4242',
      },
    })
  })

  it.each(['EUR', 'JPY', 'AED', 'PLN', 'INR'])('is charged in %s', async currency => {
    const checkout = await createPayableCheckout({ currency })
    expect((await pay(checkout)).body.status).toBe('success')
    const { order } = (await readCheckout(checkout.token)).body
    expect(order).toMatchObject({ total: checkout.quote.total, currency })
  })

  it('pays for a digital plan without an address', async () => {
    const checkout = await createPayableCheckout({ selectedLicense: 45, category: 'digital' })
    expect(checkout.quote.total).toBe(74)
    expect((await pay(checkout)).body.status).toBe('success')
  })

  it('submitted again pays nothing more and returns the same order', async () => {
    const checkout = await createPayableCheckout()
    const first = await pay(checkout)
    const second = await pay(checkout)
    const third = await pay(checkout, 'pm_card_mastercard')
    expect(second.body).toEqual(first.body)
    expect(third.body).toEqual(first.body)
    expect(await listAttempts(shop.backend, checkout.token)).toHaveLength(1)
  })

  it('submitted several times at the same time pays once', async () => {
    const checkout = await createPayableCheckout()
    const replies = await Promise.all([pay(checkout), pay(checkout), pay(checkout)])
    for (const { status, body } of replies)
      expect(status === 200 ? body.status : body.code).toMatch(/^(success|payment_in_progress)$/)
    expect(replies.some(({ status }) => status === 200)).toBe(true)
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
  })

  it('leaves a checkout that can no longer change', async () => {
    const checkout = await createPayableCheckout()
    await pay(checkout)
    const { version } = (await readCheckout(checkout.token)).body
    const { status, body } = await saveCheckout(checkout.token, version, { gclid: 'x' })
    expect([status, body.code]).toEqual([409, 'paid'])
  })
})

describe('a declined card', () => {
  it.each([
    ['pm_card_chargeDeclined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc'],
  ])('%s charges nothing and gives the reason', async (card, reason) => {
    const checkout = await createPayableCheckout()
    const { status, body } = await pay(checkout, card, {}, nextClientIp())
    expect(status).toBe(402)
    expect(body).toMatchObject({ code: 'declined', reason })
    expect((await readCheckout(checkout.token)).body).toMatchObject({
      status: 'processing',
      order: { status: 'pending' },
    })
  })

  it('can be followed by a good one on the same order', async () => {
    const checkout = await createPayableCheckout()
    await pay(checkout, 'pm_card_chargeDeclined', {}, nextClientIp())
    const { order } = (await readCheckout(checkout.token)).body
    const { body } = await pay(checkout)
    expect(body).toMatchObject({ status: 'success', order: { id: order.id } })
    expect(await listAttempts(shop.backend, checkout.token)).toMatchObject([
      { state: 'failed', reason: 'generic_decline' },
      { state: 'captured', reason: null },
    ])
  })

  it('lets the order change, and the new price is charged', async () => {
    const checkout = await createPayableCheckout()
    await pay(checkout, 'pm_card_chargeDeclined', {}, nextClientIp())
    const { version } = (await readCheckout(checkout.token)).body
    const { body } = await saveCheckout(checkout.token, version, { urgent: { selected: false } })
    expect(body.quote.total).toBe(88)
    expect((await pay(body)).body.status).toBe('success')
    expect((await readCheckout(checkout.token)).body.order.total).toBe(88)
  })

  it('is blocked for a while after six attempts, for this checkout only', async () => {
    const checkout = await createPayableCheckout()
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const { status } = await pay(checkout, 'pm_card_chargeDeclined', {}, nextClientIp())
      expect(status).toBe(402)
    }
    const { status, body, headers } = await pay(checkout, 'pm_card_visa', {}, nextClientIp())
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    const { order } = (await readCheckout(checkout.token)).body
    const finish = async () => (await finishPayment(checkout.token, order.id)).body
    expect(await finish()).toMatchObject({
      outcome: 'not_charged',
      reason: 'generic_decline',
      retry_after: Number(headers['retry-after']),
    })
    expect(
      (await pay(await createPayableCheckout(), 'pm_card_visa', {}, nextClientIp())).status,
    ).toBe(200)
    shop.advanceClock(minutesToMs(16))
    expect(await finish()).not.toHaveProperty('retry_after')
    expect((await pay(checkout)).body.status).toBe('success')
  })

  it('on many checkouts is blocked for its IP address only', async () => {
    const [clientIp, otherIp] = [nextClientIp(), nextClientIp()]
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect(
        (await pay(await createPayableCheckout(), 'pm_card_chargeDeclined', {}, clientIp)).status,
      ).toBe(402)
    const checkout = await createPayableCheckout()
    expect((await pay(checkout, 'pm_card_visa', {}, clientIp)).status).toBe(429)
    expect((await pay(checkout, 'pm_card_visa', {}, otherIp)).status).toBe(200)
  })

  it('does not block a free order, nor does a paid one count', async () => {
    const clientIp = nextClientIp()
    for (let customer = 0; customer < 11; customer += 1)
      expect((await pay(await createPayableCheckout(), 'pm_card_visa', {}, clientIp)).status).toBe(
        200,
      )
    for (let attempt = 0; attempt < 10; attempt += 1)
      await pay(await createPayableCheckout(), 'pm_card_chargeDeclinedIncorrectCvc', {}, clientIp)
    const checkout = await createPayableCheckout()
    expect((await pay(checkout, 'pm_card_visa', {}, clientIp)).status).toBe(429)
    const free = await createPayableCheckout(freeOrder)
    expect((await pay(free, null, {}, clientIp)).body.status).toBe('success')
  })

  it('declined 20 times anywhere is no longer sent to the provider; other cards are', async () => {
    const card = 'pm_card_chargeDeclinedProcessingError'
    for (let attempt = 0; attempt < 20; attempt += 1)
      expect((await pay(await createPayableCheckout(), card, {}, nextClientIp())).status).toBe(402)
    const countCharges = async () =>
      (await shop.provider.calls()).filter(call => call === 'POST /v1/payment_intents').length
    const before = await countCharges()
    const checkout = await createPayableCheckout()
    const { status, body, headers } = await pay(checkout, card, {}, nextClientIp())
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_600)
    expect(await countCharges()).toBe(before)
    expect((await pay(checkout, 'pm_card_visa', {}, nextClientIp())).body.status).toBe('success')
  })
})

describe('nothing is charged', () => {
  it('if the price is not the one shown; the response has both', async () => {
    const checkout = await createPayableCheckout()
    const { status, body } = await pay(checkout, 'pm_card_visa', { expected_total: 94 })
    expect([status, body.code]).toEqual([409, 'quote_changed'])
    expect(body.quote).toEqual({ expected: 94, total: 113 })
    expect(body.checkout.quote.total).toBe(113)
    expect(await listAttempts(shop.backend, checkout.token)).toEqual([])
  })

  it.each([0, -113, 112.99, 1e300])('for an expected total of %d', async expected_total => {
    const { status, body } = await pay(await createPayableCheckout(), 'pm_card_visa', {
      expected_total,
    })
    expect([status, body.code]).toEqual([409, 'quote_changed'])
  })

  it('without accepted terms', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await saveCheckout(checkout.token, checkout.version, {
      terms: { selected: false },
    })
    const { status, body: refusal } = await pay(body)
    expect([status, refusal.code]).toEqual([409, 'terms'])
  })

  it('if answers are missing', async () => {
    const { status, body } = await pay(await startCheckout())
    expect([status, body.code]).toEqual([409, 'incomplete'])
  })

  it('if an answer was cleared', async () => {
    const { token, version } = await createPayableCheckout()
    const { body } = await saveCheckout(token, version, { customer: { height: '' } })
    expect((await pay(body)).body.code).toBe('incomplete')
  })

  it('without a card', async () => {
    const checkout = await createPayableCheckout()
    const { status, body } = await pay(checkout, null)
    expect(status).toBe(422)
    expect(body.issues).toMatchObject([{ field: 'payment_method' }])
    expect((await pay(checkout)).body.status).toBe('success')
  })

  it.each(['pm_bogus', 'cus_1', '1 OR 1'])('with the invalid card %s', async card => {
    const checkout = await createPayableCheckout()
    const { status, body } = await pay(checkout, card)
    expect([status, body.code]).toEqual([503, 'unavailable'])
    expect((await pay(checkout)).body.status).toBe('success')
  })

  it.each([
    ['payment_method', { payment_method: 1 }],
    ['payment_method', { payment_method: undefined }],
    ['expected_total', { expected_total: '113' }],
    ['expected_total', { expected_total: null }],
    ['token', { token: 7 }],
  ])('with an invalid %s', async (field, change) => {
    const { status, body } = await pay(await createPayableCheckout(), 'pm_card_visa', change)
    expect(status).toBe(422)
    expect(body.issues).toMatchObject([{ field }])
  })
})

describe('an order that costs nothing', () => {
  it('is placed without the provider', async () => {
    const { token, version } = await createPayableCheckout({
      selectedLicense: 45,
      category: 'digital',
    })
    const { body } = await saveCheckout(token, version, { urgent: { selected: false } })
    const coupon = { name: everythingFree.name }
    const { body: freeCheckout } = await saveCheckout(token, body.version, { coupon })
    expect(freeCheckout.quote.total).toBe(0)
    const before = await shop.provider.calls()
    const { status, body: payment } = await pay(freeCheckout, null)
    expect(status).toBe(200)
    expect(payment.status).toBe('success')
    expect(await shop.provider.calls()).toEqual(before)
    expect((await readCheckout(token)).body).toMatchObject({ status: 'paid', order: { total: 0 } })
    expect(body.quote.total).toBe(49)
  })
})

describe('the messages of a payment', () => {
  it('are stored with it, once each', async () => {
    const rows = await shop.backend.db.select().from(outbox)
    const paidOrders = await shop.backend.db.select().from(orders).where(eq(orders.status, 'paid'))
    // The test orders have no photos, so each also gets the photo reminder.
    expect(rows).toHaveLength(paidOrders.length * 4)
  })
})
