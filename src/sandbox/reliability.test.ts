import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSandboxHarness, type SandboxHarness } from '../../tests/support/sandbox-harness'

let harness: SandboxHarness
beforeEach(async () => {
  harness = await openSandboxHarness()
})
afterEach(() => harness.stop())

const SALE: Stripe.PaymentIntentCreateParams = {
  amount: 4900,
  currency: 'usd',
  payment_method: 'pm_card_visa',
  allowed_payment_method_types: ['card'],
  confirm: true,
}
const createSale = (idempotencyKey: string, overrides: object = {}) =>
  harness.stripe.paymentIntents.create({ ...SALE, ...overrides }, { idempotencyKey })
const catchError = (call: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  call.then(
    () => Promise.reject(new Error('The call succeeded.')),
    error => error,
  )
const addFault = (rule: object) => harness.call('POST', '/_chaos', rule)
const onCreate = { method: 'POST', path: '^/v1/payment_intents$' }

describe('the same idempotency key', () => {
  test('returns the first response again and charges once', async () => {
    const first = await createSale('k')
    const second = await createSale('k')
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(await harness.movements()).toHaveLength(1)
  })

  test('returns a decline again', async () => {
    const declined = { payment_method: 'pm_card_chargeDeclined' }
    const first = await catchError(createSale('k', declined))
    const second = await catchError(createSale('k', declined))
    expect(second.payment_intent?.id).toBe(first.payment_intent?.id)
    expect((await harness.stripe.paymentIntents.list({})).data).toHaveLength(1)
  })

  test('with another amount is an error', async () => {
    await createSale('k')
    const error = await catchError(createSale('k', { amount: 5900 }))
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  test('can be used again after an invalid request', async () => {
    await catchError(createSale('k', { amount: 1 }))
    expect((await createSale('k')).status).toBe('succeeded')
  })

  test('gets 409 while the first call runs, and the first succeeds', async () => {
    await addFault({ fault: 'delay', match: onCreate, delayMs: 300, times: 1 })
    const first = createSale('k')
    let isSeen = false
    while (!isSeen) {
      const { json } = await harness.call('GET', '/_log')
      isSeen = (json as { requests: object[] }).requests.length > 0
    }
    const second = await catchError(createSale('k'))
    expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    expect((await first).status).toBe('succeeded')
    expect(await harness.movements()).toHaveLength(1)
  })

  test('is remembered across a restart', async () => {
    const first = await createSale('k')
    await harness.restart()
    expect((await createSale('k')).id).toBe(first.id)
    expect(await harness.movements()).toHaveLength(1)
  })
})

describe('a fault', () => {
  // The SDK itself retries a closed connection once.
  test.each([
    ['drop_before', 2, 'StripeConnectionError', 0],
    ['drop_after', 2, 'StripeConnectionError', 1],
    ['error_500_before', 1, 'StripeAPIError', 0],
    ['error_500_after', 1, 'StripeAPIError', 1],
    ['status_429', 1, 'StripeRateLimitError', 0],
  ])('%s', async (fault, times, type, charges) => {
    await addFault({ fault, match: onCreate, times })
    expect((await catchError(createSale('k'))).type).toBe(type)
    expect(await harness.movements()).toHaveLength(charges)
  })

  test.each([
    ['drop_before', 2],
    ['drop_after', 2],
    ['status_429', 1],
  ])('%s is resolved by a retry with the same key, with one charge', async (fault, times) => {
    await addFault({ fault, match: onCreate, times })
    await catchError(createSale('k'))
    expect((await createSale('k')).status).toBe('succeeded')
    expect(await harness.movements()).toHaveLength(1)
  })

  test.each(['error_500_before', 'error_500_after'])(
    '%s is replayed for the same key',
    async fault => {
      await addFault({ fault, match: onCreate, times: 1 })
      await catchError(createSale('k'))
      const repeated = await catchError(createSale('k'))
      expect(repeated.statusCode).toBe(500)
      expect(repeated.headers?.['idempotent-replayed']).toBe('true')
    },
  )

  test('with an unknown name is refused', async () => {
    expect((await addFault({ fault: 'earthquake' })).status).toBe(400)
  })
})

describe('webhooks', () => {
  const isOfType = (type: string) => (event: Stripe.Event) => event.type === type

  test('report a payment, signed', async () => {
    const intent = await createSale('k')
    const event = await harness.waitForEvent(isOfType('payment_intent.succeeded'))
    expect(event.data.object).toMatchObject({ id: intent.id, status: 'succeeded' })
    expect(event.request?.idempotency_key).toBe('k')
    const stored = await harness.stripe.events.retrieve(event.id)
    expect(stored.type).toBe('payment_intent.succeeded')
    const list = await harness.stripe.events.list({ type: 'charge.succeeded' })
    expect(list.data).toHaveLength(1)
  })

  test.each([
    ['pm_card_chargeDeclined', ['charge.failed', 'payment_intent.payment_failed']],
    ['pm_card_authenticationRequired', ['payment_intent.requires_action']],
  ])('report the result of %s', async (method, types) => {
    await createSale('k', { payment_method: method, use_stripe_sdk: true }).catch(() => {})
    for (const type of ['payment_intent.created', ...types])
      await harness.waitForEvent(isOfType(type))
  })

  test('are redelivered until the shop accepts them, also after a restart', async () => {
    harness.shopStatus = 500
    await createSale('k')
    await harness.waitForEvent(isOfType('payment_intent.succeeded'))
    await harness.restart()
    harness.shopStatus = 200
    const before = harness.received.length
    await harness.waitForEvent(event => harness.received.lastIndexOf(event) >= before)
  })

  test('are held until released', async () => {
    await addFault({ fault: 'hold_webhooks', match: { event: 'payment_intent.succeeded' } })
    await createSale('k')
    await harness.waitForEvent(isOfType('charge.succeeded'))
    expect(harness.received.map(event => event.type)).not.toContain('payment_intent.succeeded')
    await harness.call('DELETE', '/_chaos')
    await harness.waitForEvent(isOfType('payment_intent.succeeded'))
  })

  test('are delivered twice', async () => {
    await addFault({ fault: 'duplicate_webhooks', match: { event: 'payment_intent.succeeded' } })
    await createSale('k')
    const first = await harness.waitForEvent(isOfType('payment_intent.succeeded'))
    const duplicate = await harness.waitForEvent(event => event.id === first.id && event !== first)
    expect(duplicate.id).toBe(first.id)
  })

  test('are replayed on request', async () => {
    await createSale('k')
    const first = await harness.waitForEvent(isOfType('payment_intent.succeeded'))
    const { json } = await harness.call('POST', '/_webhooks/replay', { shuffle: true })
    expect(json).toEqual({ replayed: 3 })
    await harness.waitForEvent(event => event.id === first.id && event !== first)
  })
})
