import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Bench, openBench } from '../../tests/support/sandbox-bench'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.stop())
afterEach(() => {
  vi.useRealTimers()
})

const good = '4242424242424242'

/** What a form or a wallet in the browser sends. */
const collected = (number = good, more: object = {}) =>
  bench.call('POST', '/browser/confirmation-tokens/', {
    card: { number, exp_month: 12, exp_year: 2040, cvc: '123' },
    ...more,
  })

const tokenOf = async (number?: string, more?: object): Promise<string> =>
  ((await collected(number, more)).json as { id: string }).id

const sale = (token: string, more: object = {}): Stripe.PaymentIntentCreateParams => ({
  amount: 4900,
  currency: 'usd',
  confirmation_token: token,
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  confirm: true,
  expand: ['latest_charge'],
  ...more,
})

const failureOf = (call: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  call.then(
    () => {
      throw new Error('The call succeeded.')
    },
    error => error,
  )

describe('a confirmation token', () => {
  test('shows what was collected, and pays once', async () => {
    const params = { payment_method_data: { billing_details: { name: 'Ann' } } }
    const id = await tokenOf(good, { params })
    const before = await bench.stripe.confirmationTokens.retrieve(id)
    expect(before).toMatchObject({
      payment_intent: null,
      payment_method_preview: {
        type: 'card',
        billing_details: { name: 'Ann' },
        card: { brand: 'visa', last4: '4242', wallet: null },
      },
    })
    expect(before.expires_at).toBe(before.created + 12 * 3_600)
    const intent = await bench.stripe.paymentIntents.create(sale(id))
    expect(intent.status).toBe('succeeded')
    const after = await bench.stripe.confirmationTokens.retrieve(id)
    expect(after).toMatchObject({ payment_intent: intent.id, expires_at: null })
    const again = await failureOf(bench.stripe.paymentIntents.create(sale(id)))
    expect(again.code).toBe('token_already_used')
    const paid = (await bench.movements()).filter(({ intent: of }) => of === intent.id)
    expect(paid).toHaveLength(1)
  })

  test.each(['apple_pay', 'google_pay'])('of %s is a card in that wallet', async wallet => {
    const id = await tokenOf(good, { wallet })
    const { payment_method_preview: preview } = await bench.stripe.confirmationTokens.retrieve(id)
    expect(preview?.card?.wallet?.type).toBe(wallet)
    const { latest_charge } = await bench.stripe.paymentIntents.create(sale(id))
    const { payment_method_details } = latest_charge as Stripe.Charge
    expect(payment_method_details?.card?.wallet?.type).toBe(wallet)
  })

  test('has the fingerprint that the card has everywhere', async () => {
    const id = await tokenOf()
    const { payment_method_preview: preview } = await bench.stripe.confirmationTokens.retrieve(id)
    const method = await bench.stripe.paymentMethods.retrieve('pm_card_visa')
    expect(preview?.card?.fingerprint).toBe(method.card?.fingerprint)
  })

  test('whose card is declined is used up all the same', async () => {
    const id = await tokenOf('4000000000000002')
    const declined = await failureOf(bench.stripe.paymentIntents.create(sale(id)))
    expect(declined).toMatchObject({ statusCode: 402, decline_code: 'generic_decline' })
    const again = await failureOf(bench.stripe.paymentIntents.create(sale(id)))
    expect(again.code).toBe('token_already_used')
  })

  test('lets the bank ask', async () => {
    const id = await tokenOf('4000002760003184')
    const intent = await bench.stripe.paymentIntents.create(sale(id))
    expect(intent.status).toBe('requires_action')
    expect(intent.next_action?.type).toBe('use_stripe_sdk')
  })

  test('is over after twelve hours', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = await tokenOf()
    vi.setSystemTime(Date.now() + 12 * 3_600_000)
    const late = await failureOf(bench.stripe.paymentIntents.create(sale(id)))
    expect(late.message).toMatch(/expired/)
  })

  test('that nobody has made pays nothing', async () => {
    const unknown = await failureOf(bench.stripe.paymentIntents.create(sale('ctoken_unknown')))
    expect(unknown.code).toBe('resource_missing')
  })

  test('is no use without a confirmation', async () => {
    const id = await tokenOf()
    const { confirm: _, ...unconfirmed } = sale(id)
    const failure = await failureOf(bench.stripe.paymentIntents.create(unconfirmed))
    expect(failure.param).toBe('confirmation_token')
  })

  test('confirms an intent made before', async () => {
    const made = await bench.stripe.paymentIntents.create({ amount: 4900, currency: 'usd' })
    const paid = await bench.stripe.paymentIntents.confirm(made.id, {
      confirmation_token: await tokenOf(good, { params: { return_url: 'https://shop.example/' } }),
    })
    expect(paid.status).toBe('succeeded')
  })

  test('is made for tests by a card’s name', async () => {
    const { id } = await bench.stripe.testHelpers.confirmationTokens.create({
      payment_method: 'pm_card_visa',
    })
    expect((await bench.stripe.paymentIntents.create(sale(id))).status).toBe('succeeded')
  })

  test.each([
    ['a parameter nobody knows', { params: { amount: 1 } }],
    ['a wallet nobody knows', { wallet: 'paypal' }],
  ])('is not made with %s', async (_, more) => {
    expect((await collected(good, more)).status).toBe(400)
  })

  test('is not made of a card that is no test card', async () => {
    expect((await collected('4111111111111111')).status).toBe(402)
  })
})
