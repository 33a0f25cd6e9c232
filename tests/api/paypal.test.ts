import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { attempts } from '@/server/db/tables/orders'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { listAttempts } from '../support/backend'
import {
  chargeDeclinedIntent,
  createPayableCheckout,
  createPaypalOrder,
  finishPayment,
  pay,
  readCheckout,
  saveCheckout,
} from '../support/customer'
import { everythingFree } from '../support/prepared-database'
import { expectLedgerToBalance, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const shop = withShop({ provider: startProvider, holdEvents: true })
afterEach(async () => {
  await shop.provider.clearFaults()
  await expect
    .poll(
      async () =>
        (await shop.provider.deliveries()).filter(delivery => delivery.state === 'pending').length,
    )
    .toBe(0)
  await expectLedgerToBalance(shop.backend, shop.provider)
})

const buildCapturePath = (id: string) => `/v2/checkout/orders/${id}/capture`
const minuteMs = 60_000

/** A checkout whose PayPal order waits for approval. */
async function createOrderedCheckout(state: object = {}) {
  const checkout = await createPayableCheckout(state)
  const { status, body, text } = await createPaypalOrder(checkout)
  expect(status, text).toBe(200)
  const { token, quote } = checkout
  const finish = () => finishPayment(token, body.order.id).then(reply => reply.body)
  const cancelPayment = () =>
    finishPayment(token, body.order.id, { call_off: true }).then(reply => reply.body)
  return {
    token,
    quote,
    order: body.order.id as string,
    id: body.id as string,
    finish,
    cancelPayment,
  }
}

const listMovements = async (id: string) =>
  (await shop.provider.movements())
    .filter(({ intent }) => intent === id)
    .map(({ kind, amount, currency }) => `${kind} ${amount} ${currency}`)
const readStatus = async (token: string) => (await readCheckout(token)).body.status
const countCaptures = async (id: string) =>
  (await shop.provider.calls()).filter(call => call === `POST ${buildCapturePath(id)}`).length

describe('a PayPal order', () => {
  it('is created with the price of the stored checkout and takes no money yet', async () => {
    const { id, order, token, finish } = await createOrderedCheckout()
    const { body } = await shop.provider.paypal('GET', `/v2/checkout/orders/${id}`)
    const [unit] = body.purchase_units
    expect(unit).toMatchObject({
      amount: { currency_code: 'USD', value: '113.00' },
      invoice_id: order,
    })
    expect((await finish()).outcome).toBe('waiting')
    expect(await readStatus(token)).toBe('processing')
    expect(await listMovements(id)).toEqual([])
  })

  it('is captured when the customer returns after approving it', async () => {
    const { id, token, finish } = await createOrderedCheckout()
    await shop.provider.approve(id)
    expect(await finish()).toMatchObject({ outcome: 'done', reason: null })
    expect(await finish()).toMatchObject({ outcome: 'done' })
    expect(await listMovements(id)).toEqual(['charge 11300 usd'])
    const { status, state } = (await readCheckout(token)).body
    expect([status, state.confirmation_payment_method]).toEqual(['paid', 'paypal'])
  })

  it('is captured by its webhook if the customer never returns', async () => {
    const { id, token } = await createOrderedCheckout()
    await shop.provider.approve(id)
    await shop.provider.clearFaults()
    await expect.poll(() => readStatus(token)).toBe('paid')
    expect(await listMovements(id)).toEqual(['charge 11300 usd'])
  })

  it('is captured by the sweeper if there is no webhook either', async () => {
    const { id, token } = await createOrderedCheckout()
    await shop.provider.approve(id)
    shop.advanceClock(minuteMs)
    await sweep(shop.backend)
    expect(await readStatus(token)).toBe('paid')
  })

  it('has a yen amount without decimals', async () => {
    const { id } = await createOrderedCheckout({ currency: 'JPY', selectedLicense: 45 })
    const { body } = await shop.provider.paypal('GET', `/v2/checkout/orders/${id}`)
    expect(body.purchase_units[0].amount).toMatchObject({
      currency_code: 'JPY',
      value: expect.stringMatching(/^\d+$/),
    })
    await shop.provider.approve(id)
  })

  it.each(['AED', 'INR', 'CNY'])(
    'is refused in %s without blocking another payment',
    async currency => {
      const checkout = await createPayableCheckout({ currency, selectedLicense: 45 })
      const { status, body } = await createPaypalOrder(checkout)
      expect([status, body.code]).toEqual([409, 'paypal_currency'])
      expect((await pay(checkout)).body.status).toBe('success')
    },
  )

  it('is refused at another price than the customer saw', async () => {
    const checkout = await createPayableCheckout()
    const { status, body } = await createPaypalOrder(checkout, { expected_total: 1 })
    expect([status, body.code, body.quote]).toEqual([
      409,
      'quote_changed',
      { expected: 1, total: 113 },
    ])
  })

  it('is not created if nothing has to be paid', async () => {
    const checkout = await createPayableCheckout({
      selectedLicense: 45,
      coupon: { name: everythingFree.name },
      urgent: { selected: false },
    })
    expect((await createPaypalOrder(checkout)).body).toMatchObject({ status: 'success', id: null })
    expect(await readStatus(checkout.token)).toBe('paid')
  })

  it('is refused without accepted terms', async () => {
    const { token, quote, version } = await createPayableCheckout()
    await saveCheckout(token, version, { terms: { selected: false } })
    expect((await createPaypalOrder({ token, quote })).body.code).toBe('terms')
  })

  it('locks the price until it is cancelled', async () => {
    const { token, cancelPayment } = await createOrderedCheckout()
    const change = async () =>
      saveCheckout(token, (await readCheckout(token)).body.version, { urgent: { selected: false } })
    expect((await change()).body.code).toBe('payment_in_progress')
    expect((await cancelPayment()).outcome).toBe('not_charged')
    expect((await change()).status).toBe(200)
  })

  it('that PayPal fails to create leaves card payment possible', async () => {
    const checkout = await createPayableCheckout()
    await shop.provider.addFaults({
      fault: 'error_500_before',
      times: 1,
      match: { path: '/v2/checkout/orders' },
    })
    const { status, body } = await createPaypalOrder(checkout)
    expect([status, body.code]).toEqual([503, 'unavailable'])
    expect((await pay(checkout)).body.status).toBe('success')
  })

  it('is rate limited after 20 orders', async () => {
    const checkout = await createPayableCheckout()
    const statuses = []
    for (let index = 0; index < 21; index += 1)
      statuses.push((await createPaypalOrder(checkout)).status)
    expect(statuses).toEqual([...Array(20).fill(200), 429])
  })
})

describe('a customer who cancels at PayPal', () => {
  it('has paid nothing and can pay by card; the cancelled order is never captured', async () => {
    const first = await createOrderedCheckout()
    expect(await first.cancelPayment()).toMatchObject({ outcome: 'not_charged', reason: null })
    await shop.provider.approve(first.id)
    expect((await first.finish()).outcome).toBe('not_charged')
    expect((await pay(first)).body.status).toBe('success')
    await shop.provider.clearFaults()
    expect(await listMovements(first.id)).toEqual([])
  })

  it('withdraws an approval that was not captured yet', async () => {
    const { id, token, cancelPayment } = await createOrderedCheckout()
    await shop.provider.approve(id)
    expect((await cancelPayment()).outcome).toBe('not_charged')
    expect([await readStatus(token), await listMovements(id)]).toEqual(['processing', []])
  })

  it('and starts again gets a new order; only the new one can be captured', async () => {
    const first = await createOrderedCheckout()
    const second = (await createPaypalOrder(first)).body
    expect(second.id).not.toBe(first.id)
    await shop.provider.approve(first.id)
    expect((await first.finish()).outcome).toBe('waiting')
    await shop.provider.approve(second.id)
    expect((await first.finish()).outcome).toBe('done')
    expect(await listMovements(first.id)).toEqual([])
    expect(await listMovements(second.id)).toEqual(['charge 11300 usd'])
  })

  it('and never returns releases the price after half an hour', async () => {
    const { token } = await createOrderedCheckout()
    shop.advanceClock(31 * minuteMs)
    await sweep(shop.backend)
    expect(await listAttempts(shop.backend, token)).toMatchObject([{ state: 'cancelled' }])
  })
})

describe('a PayPal capture without money', () => {
  it('from a declined card gives the reason, and the customer can pay another way', async () => {
    const first = await createOrderedCheckout()
    await shop.provider.approve(first.id, 'declined')
    expect(await first.finish()).toMatchObject({
      outcome: 'not_charged',
      reason: 'instrument_declined',
    })
    expect((await pay(first)).body.status).toBe('success')
  })

  it.each([
    ['COMPLETED', 'done', ['charge 11300 usd']],
    ['DENIED', 'not_charged', []],
  ] as const)(
    'that is pending is no payment until it is %s',
    async (decision, outcome, movements) => {
      const { id, token, quote, finish, cancelPayment } = await createOrderedCheckout()
      await shop.provider.approve(id, 'pending')
      expect((await finish()).outcome).toBe('checking')
      expect((await cancelPayment()).outcome).toBe('checking')
      expect((await pay({ token, quote })).body.code).toBe('needs_check')
      expect((await createPaypalOrder({ token, quote })).body.code).toBe('needs_check')
      expect(await readStatus(token)).toBe('processing')
      await shop.provider.decideCapture(id, decision)
      expect((await finish()).outcome).toBe(outcome)
      expect(await listMovements(id)).toEqual(movements)
    },
  )

  it.each(['COMPLETED', 'DENIED'] as const)(
    'that is pending becomes %s by its webhook alone',
    async decision => {
      const { id, token, finish } = await createOrderedCheckout()
      await shop.provider.approve(id, 'pending')
      await finish()
      await shop.provider.decideCapture(id, decision)
      await shop.provider.clearFaults()
      const state = decision === 'COMPLETED' ? 'captured' : 'failed'
      await expect.poll(() => listAttempts(shop.backend, token)).toMatchObject([{ state }])
    },
  )
})

describe('a capture with network faults', () => {
  it.each([
    ['drop_before', false],
    ['drop_after', true],
    ['error_500_before', false],
    ['error_500_after', true],
    ['status_429', false],
  ] as const)('%s: the order waits, is locked, and is charged once', async (fault, isCharged) => {
    const { id, token, quote, finish } = await createOrderedCheckout()
    await shop.provider.approve(id)
    await shop.provider.addFaults({ fault, times: 1, match: { path: buildCapturePath(id) } })
    expect((await finish()).outcome).toBe('checking')
    expect(await listMovements(id)).toHaveLength(isCharged ? 1 : 0)
    // While the outcome is unknown, no card is charged.
    await shop.provider.addFaults({
      fault: 'error_500_before',
      times: 3,
      match: { path: '/v2/' },
    })
    expect((await finishPayment(token, '', {})).status).toBe(404)
    expect((await pay({ token, quote })).body.code).toBe('needs_check')
    await shop.provider.clearFaults()
    shop.advanceClock(minuteMs)
    await sweep(shop.backend)
    expect(await readStatus(token)).toBe('paid')
    expect(await listMovements(id)).toEqual(['charge 11300 usd'])
  })

  it('requested concurrently is charged once', async () => {
    const { id, token, finish } = await createOrderedCheckout()
    await shop.provider.approve(id)
    await Promise.all([finish(), finish(), sweep(shop.backend), finish(), finish()])
    expect((await finish()).outcome).toBe('done')
    expect(await readStatus(token)).toBe('paid')
    expect(await listMovements(id)).toEqual(['charge 11300 usd'])
  })
})

describe('a crash', () => {
  /** Makes this PayPal call throw before or after it is sent, as a crash would. */
  const crashAt = (call: 'createOrder' | 'capture', phase: 'before' | 'after') => {
    const { paypal } = shop.backend
    if (!paypal) throw new Error('PayPal is not offered')
    const crashingCall = async (...args: never[]) => {
      if (phase === 'after') await (paypal[call] as (...params: never[]) => unknown)(...args)
      throw new Error('killed')
    }
    shop.backend.paypal = { ...paypal, [call]: crashingCall }
    return () => {
      shop.backend.paypal = paypal
    }
  }

  it.each(['before', 'after'] as const)(
    '%s the capture loses nothing, and the order is charged once',
    async phase => {
      const { id, token, finish } = await createOrderedCheckout()
      await shop.provider.approve(id)
      const revive = crashAt('capture', phase)
      expect((await finish()).outcome).toBe('checking')
      revive()
      expect(await listAttempts(shop.backend, token)).toMatchObject([{ state: 'needs_check' }])
      shop.advanceClock(minuteMs)
      await sweep(shop.backend)
      expect(await readStatus(token)).toBe('paid')
      expect(await listMovements(id)).toEqual(['charge 11300 usd'])
    },
  )

  it.each(['before', 'after'] as const)(
    '%s the creation of the order releases the checkout',
    async phase => {
      const checkout = await createPayableCheckout()
      const revive = crashAt('createOrder', phase)
      expect((await createPaypalOrder(checkout)).status).toBe(500)
      revive()
      expect((await createPaypalOrder(checkout)).body.code).toBe('payment_in_progress')
      shop.advanceClock(2 * minuteMs)
      await sweep(shop.backend)
      expect(await listAttempts(shop.backend, checkout.token)).toMatchObject([{ state: 'failed' }])
      expect((await pay(checkout)).body.status).toBe('success')
    },
  )
})

describe('one checkout with two providers', () => {
  it('an open card challenge is cancelled before the PayPal order is created', async () => {
    const checkout = await createPayableCheckout()
    const card = (await pay(checkout, 'pm_card_authenticationRequired')).body
    const { body } = await createPaypalOrder(checkout)
    await expect(
      shop.provider.answerChallenge(card.client_secret, 'authenticated'),
    ).rejects.toThrow()
    await shop.provider.approve(body.id)
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('done')
  })

  it('a card that was charged in the meantime is the payment: no PayPal order is created', async () => {
    const checkout = await createPayableCheckout()
    const card = (await pay(checkout, 'pm_card_authenticationRequired')).body
    await shop.provider.answerChallenge(card.client_secret, 'authenticated')
    expect((await createPaypalOrder(checkout)).body).toMatchObject({ status: 'success', id: null })
    expect(await readStatus(checkout.token)).toBe('paid')
  })

  it('a card paid during an open PayPal order is the payment: the order is never captured', async () => {
    const first = await createOrderedCheckout()
    expect((await pay(first)).body.status).toBe('success')
    await shop.provider.approve(first.id)
    expect((await first.finish()).outcome).toBe('done')
    await shop.provider.clearFaults()
    expect([await countCaptures(first.id), await listMovements(first.id)]).toEqual([0, []])
  })

  it('a card submitted after PayPal’s approval is not charged: PayPal is captured', async () => {
    const first = await createOrderedCheckout()
    await shop.provider.approve(first.id)
    expect((await pay(first)).body.status).toBe('success')
    expect(await listMovements(first.id)).toEqual(['charge 11300 usd'])
  })

  it('a declined card that was charged later is the payment: PayPal is not captured', async () => {
    const checkout = await createPayableCheckout()
    expect((await pay(checkout, 'pm_card_chargeDeclined')).status).toBe(402)
    const { order } = (await readCheckout(checkout.token)).body
    const [cardAttempt] = await shop.backend.db
      .select()
      .from(attempts)
      .where(eq(attempts.orderId, order.id))
    if (!cardAttempt) throw new Error('no card attempt')
    await chargeDeclinedIntent(shop.provider, cardAttempt.providerRef)
    const { body } = await createPaypalOrder(checkout)
    await shop.provider.approve(body.id)
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('done')
    expect(await countCaptures(body.id)).toBe(0)
    expect(await listMovements(cardAttempt.providerRef ?? '')).toEqual(['charge 11300 usd'])
  })
})

describe('a PayPal order changed by the customer’s browser', () => {
  const change = (id: string, field: string, value: unknown) =>
    shop.provider.paypal('PATCH', `/v2/checkout/orders/${id}`, [
      { op: 'replace', path: `/purchase_units/@reference_id=='default'/${field}`, value },
    ])

  it.each([
    ['a smaller amount', 'amount', { currency_code: 'USD', value: '1.00' }],
    ['another currency', 'amount', { currency_code: 'SGD', value: '113.00' }],
    ['another custom_id', 'custom_id', 'attempt-of-somebody'],
  ])('to %s is not captured', async (_, field, value) => {
    const { id, token, finish } = await createOrderedCheckout()
    await change(id, field, value)
    await shop.provider.approve(id)
    expect(await finish()).toMatchObject({ outcome: 'not_charged', reason: 'amount_changed' })
    expect([await readStatus(token), await countCaptures(id)]).toEqual(['processing', 0])
  })
})
