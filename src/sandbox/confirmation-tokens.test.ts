import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openSandboxHarness, type SandboxHarness } from '../../tests/support/sandbox-harness'

let harness: SandboxHarness
beforeAll(async () => {
  harness = await openSandboxHarness()
})
afterAll(() => harness.stop())
afterEach(() => {
  vi.useRealTimers()
})

const validCard = '4242424242424242'

/** Collects a card as the browser's form or wallet does. */
const collectToken = (number = validCard, overrides: object = {}) =>
  harness.call('POST', '/browser/confirmation-tokens/', {
    card: { number, exp_month: 12, exp_year: 2040, cvc: '123' },
    ...overrides,
  })

const createToken = async (number?: string, overrides?: object): Promise<string> =>
  ((await collectToken(number, overrides)).json as { id: string }).id

const buildSale = (token: string, overrides: object = {}): Stripe.PaymentIntentCreateParams => ({
  amount: 4900,
  currency: 'usd',
  confirmation_token: token,
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  confirm: true,
  expand: ['latest_charge'],
  ...overrides,
})

const catchError = (call: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  call.then(
    () => {
      throw new Error('The call succeeded.')
    },
    error => error,
  )

describe('a confirmation token', () => {
  test('shows the collected payment method, and pays once', async () => {
    const params = { payment_method_data: { billing_details: { name: 'Ann' } } }
    const id = await createToken(validCard, { params })
    const before = await harness.stripe.confirmationTokens.retrieve(id)
    expect(before).toMatchObject({
      payment_intent: null,
      payment_method_preview: {
        type: 'card',
        billing_details: { name: 'Ann' },
        card: { brand: 'visa', last4: '4242', wallet: null },
      },
    })
    expect(before.expires_at).toBe(before.created + 12 * 3_600)
    const intent = await harness.stripe.paymentIntents.create(buildSale(id))
    expect(intent.status).toBe('succeeded')
    const after = await harness.stripe.confirmationTokens.retrieve(id)
    expect(after).toMatchObject({ payment_intent: intent.id, expires_at: null })
    const repeated = await catchError(harness.stripe.paymentIntents.create(buildSale(id)))
    expect(repeated.code).toBe('token_already_used')
    const paid = (await harness.movements()).filter(
      ({ intent: intentId }) => intentId === intent.id,
    )
    expect(paid).toHaveLength(1)
  })

  test.each(['apple_pay', 'google_pay'])('of %s is a card in that wallet', async wallet => {
    const id = await createToken(validCard, { wallet })
    const { payment_method_preview: preview } = await harness.stripe.confirmationTokens.retrieve(id)
    expect(preview?.card?.wallet?.type).toBe(wallet)
    const { latest_charge } = await harness.stripe.paymentIntents.create(buildSale(id))
    const { payment_method_details } = latest_charge as Stripe.Charge
    expect(payment_method_details?.card?.wallet?.type).toBe(wallet)
  })

  test('has the same card fingerprint everywhere', async () => {
    const id = await createToken()
    const { payment_method_preview: preview } = await harness.stripe.confirmationTokens.retrieve(id)
    const method = await harness.stripe.paymentMethods.retrieve('pm_card_visa')
    expect(preview?.card?.fingerprint).toBe(method.card?.fingerprint)
  })

  test('is used up by a declined card too', async () => {
    const id = await createToken('4000000000000002')
    const declined = await catchError(harness.stripe.paymentIntents.create(buildSale(id)))
    expect(declined).toMatchObject({ statusCode: 402, decline_code: 'generic_decline' })
    const repeated = await catchError(harness.stripe.paymentIntents.create(buildSale(id)))
    expect(repeated.code).toBe('token_already_used')
  })

  test('can require a bank challenge', async () => {
    const id = await createToken('4000002760003184')
    const intent = await harness.stripe.paymentIntents.create(buildSale(id))
    expect(intent.status).toBe('requires_action')
    expect(intent.next_action?.type).toBe('use_stripe_sdk')
  })

  test('expires after twelve hours', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = await createToken()
    vi.setSystemTime(Date.now() + 12 * 3_600_000)
    const late = await catchError(harness.stripe.paymentIntents.create(buildSale(id)))
    expect(late.message).toMatch(/expired/)
  })

  test('that does not exist pays nothing', async () => {
    const unknown = await catchError(
      harness.stripe.paymentIntents.create(buildSale('ctoken_unknown')),
    )
    expect(unknown.code).toBe('resource_missing')
  })

  test('cannot be used without confirming', async () => {
    const id = await createToken()
    const { confirm: _, ...unconfirmed } = buildSale(id)
    const failure = await catchError(harness.stripe.paymentIntents.create(unconfirmed))
    expect(failure.param).toBe('confirmation_token')
  })

  test('confirms an existing intent', async () => {
    const created = await harness.stripe.paymentIntents.create({ amount: 4900, currency: 'usd' })
    const paid = await harness.stripe.paymentIntents.confirm(created.id, {
      confirmation_token: await createToken(validCard, {
        params: { return_url: 'https://shop.example/' },
      }),
    })
    expect(paid.status).toBe('succeeded')
  })

  test('can be created for tests from a card’s name', async () => {
    const { id } = await harness.stripe.testHelpers.confirmationTokens.create({
      payment_method: 'pm_card_visa',
    })
    expect((await harness.stripe.paymentIntents.create(buildSale(id))).status).toBe('succeeded')
  })

  test.each([
    ['an unknown parameter', { params: { amount: 1 } }],
    ['an unknown wallet', { wallet: 'paypal' }],
  ])('is not created with %s', async (_, overrides) => {
    expect((await collectToken(validCard, overrides)).status).toBe(400)
  })

  test('is not created from a real card', async () => {
    expect((await collectToken('4111111111111111')).status).toBe(402)
  })
})
