import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Bench, openBench } from '../../tests/support/sandbox-bench'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench.stop())

const SALE: Stripe.PaymentIntentCreateParams = {
  amount: 4900,
  currency: 'usd',
  payment_method: 'pm_card_visa',
  allowed_payment_method_types: ['card'],
  confirm: true,
}
const sell = (idempotencyKey: string, more: object = {}) =>
  bench.stripe.paymentIntents.create({ ...SALE, ...more }, { idempotencyKey })
const failure = (call: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  call.then(
    () => Promise.reject(new Error('The call succeeded.')),
    error => error,
  )
const chaos = (rule: object) => bench.call('POST', '/_chaos', rule)
const onCreate = { method: 'POST', path: '^/v1/payment_intents$' }

describe('the same key', () => {
  test('gives the first answer again and charges once', async () => {
    const first = await sell('k')
    const second = await sell('k')
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(await bench.movements()).toHaveLength(1)
  })

  test('gives a decline again', async () => {
    const declined = { payment_method: 'pm_card_chargeDeclined' }
    const first = await failure(sell('k', declined))
    const second = await failure(sell('k', declined))
    expect(second.payment_intent?.id).toBe(first.payment_intent?.id)
    expect((await bench.stripe.paymentIntents.list({})).data).toHaveLength(1)
  })

  test('with another amount is an error', async () => {
    await sell('k')
    const error = await failure(sell('k', { amount: 5900 }))
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  test('is free again after a request that was wrong', async () => {
    await failure(sell('k', { amount: 1 }))
    expect((await sell('k')).status).toBe('succeeded')
  })

  test('while the first call runs is told to wait, and the first wins', async () => {
    await chaos({ fault: 'delay', match: onCreate, delayMs: 300, times: 1 })
    const first = sell('k')
    let isSeen = false
    while (!isSeen) {
      const { json } = await bench.call('GET', '/_log')
      isSeen = (json as { requests: object[] }).requests.length > 0
    }
    const second = await failure(sell('k'))
    expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    expect((await first).status).toBe('succeeded')
    expect(await bench.movements()).toHaveLength(1)
  })

  test('is remembered over a restart', async () => {
    const first = await sell('k')
    await bench.restart()
    expect((await sell('k')).id).toBe(first.id)
    expect(await bench.movements()).toHaveLength(1)
  })
})

describe('a fault', () => {
  // The SDK itself tries a closed connection twice.
  test.each([
    ['drop_before', 2, 'StripeConnectionError', 0],
    ['drop_after', 2, 'StripeConnectionError', 1],
    ['error_500_before', 1, 'StripeAPIError', 0],
    ['error_500_after', 1, 'StripeAPIError', 1],
    ['status_429', 1, 'StripeRateLimitError', 0],
  ])('%s', async (fault, times, type, charges) => {
    await chaos({ fault, match: onCreate, times })
    expect((await failure(sell('k'))).type).toBe(type)
    expect(await bench.movements()).toHaveLength(charges)
  })

  test.each([
    ['drop_before', 2],
    ['drop_after', 2],
    ['status_429', 1],
  ])('%s is healed by the same key, with one charge', async (fault, times) => {
    await chaos({ fault, match: onCreate, times })
    await failure(sell('k'))
    expect((await sell('k')).status).toBe('succeeded')
    expect(await bench.movements()).toHaveLength(1)
  })

  test.each(['error_500_before', 'error_500_after'])('%s is answered again', async fault => {
    await chaos({ fault, match: onCreate, times: 1 })
    await failure(sell('k'))
    const again = await failure(sell('k'))
    expect(again.statusCode).toBe(500)
    expect(again.headers?.['idempotent-replayed']).toBe('true')
  })

  test('that is not known is refused', async () => {
    expect((await chaos({ fault: 'earthquake' })).status).toBe(400)
  })
})

describe('webhooks', () => {
  const ofType = (type: string) => (event: Stripe.Event) => event.type === type

  test('tell of a payment, signed', async () => {
    const intent = await sell('k')
    const event = await bench.arrival(ofType('payment_intent.succeeded'))
    expect(event.data.object).toMatchObject({ id: intent.id, status: 'succeeded' })
    expect(event.request?.idempotency_key).toBe('k')
    const stored = await bench.stripe.events.retrieve(event.id)
    expect(stored.type).toBe('payment_intent.succeeded')
    const list = await bench.stripe.events.list({ type: 'charge.succeeded' })
    expect(list.data).toHaveLength(1)
  })

  test.each([
    ['pm_card_chargeDeclined', ['charge.failed', 'payment_intent.payment_failed']],
    ['pm_card_authenticationRequired', ['payment_intent.requires_action']],
  ])('tell of what %s did', async (method, types) => {
    await sell('k', { payment_method: method, use_stripe_sdk: true }).catch(() => {})
    for (const type of ['payment_intent.created', ...types]) await bench.arrival(ofType(type))
  })

  test('come again until the shop takes them, also after a restart', async () => {
    bench.shopStatus = 500
    await sell('k')
    await bench.arrival(ofType('payment_intent.succeeded'))
    await bench.restart()
    bench.shopStatus = 200
    const before = bench.received.length
    await bench.arrival(event => bench.received.lastIndexOf(event) >= before)
  })

  test('are held back until they are let go', async () => {
    await chaos({ fault: 'hold_webhooks', match: { event: 'payment_intent.succeeded' } })
    await sell('k')
    await bench.arrival(ofType('charge.succeeded'))
    expect(bench.received.map(event => event.type)).not.toContain('payment_intent.succeeded')
    await bench.call('DELETE', '/_chaos')
    await bench.arrival(ofType('payment_intent.succeeded'))
  })

  test('come twice', async () => {
    await chaos({ fault: 'duplicate_webhooks', match: { event: 'payment_intent.succeeded' } })
    await sell('k')
    const first = await bench.arrival(ofType('payment_intent.succeeded'))
    const twin = await bench.arrival(event => event.id === first.id && event !== first)
    expect(twin.id).toBe(first.id)
  })

  test('come again on request', async () => {
    await sell('k')
    const first = await bench.arrival(ofType('payment_intent.succeeded'))
    const { json } = await bench.call('POST', '/_webhooks/replay', { shuffle: true })
    expect(json).toEqual({ replayed: 3 })
    await bench.arrival(event => event.id === first.id && event !== first)
  })
})
