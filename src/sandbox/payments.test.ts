import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSandboxHarness, type SandboxHarness } from '../../tests/support/sandbox-harness'

let harness: SandboxHarness
beforeAll(async () => {
  harness = await openSandboxHarness()
})
afterAll(() => harness.stop())

const buildSale = (method: string, overrides: object = {}): Stripe.PaymentIntentCreateParams => ({
  amount: 4900,
  currency: 'usd',
  payment_method: method,
  allowed_payment_method_types: ['card'],
  confirm: true,
  ...overrides,
})

async function catchError(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  return call.then(
    () => {
      throw new Error('The call succeeded.')
    },
    error => error,
  )
}

/** Creates a payment method as the card's frame does. */
async function createPaymentMethod(number: string): Promise<string> {
  const card = { number, exp_month: 12, exp_year: 2040, cvc: '123' }
  const { json } = await harness.call('POST', '/browser/payment-methods/', { card })
  return (json as { id: string }).id
}

describe('a valid card', () => {
  test('pays once and is in the ledger with the shop’s metadata', async () => {
    const customer = await harness.stripe.customers.create({ email: 'ann@example.com' })
    const method = await createPaymentMethod('4242 4242 4242 4242')
    const intent = await harness.stripe.paymentIntents.create({
      ...buildSale(method, { customer: customer.id, metadata: { attempt: 'a1' } }),
      expand: ['latest_charge', 'payment_method'],
    })
    expect(intent.status).toBe('succeeded')
    expect(intent.amount_received).toBe(4900)
    expect(intent.latest_charge).toMatchObject({ paid: true, amount: 4900 })
    expect(intent.payment_method).toMatchObject({ card: { brand: 'visa', last4: '4242' } })
    const ownMovements = (await harness.movements()).filter(item => item.intent === intent.id)
    expect(ownMovements).toMatchObject([
      { kind: 'charge', amount: 4900, metadata: { attempt: 'a1' } },
    ])
    const list = await harness.stripe.paymentIntents.list({ customer: customer.id })
    expect(list.data.map(item => item.id)).toEqual([intent.id])
  })

  test('shows the shop’s text on the statement, after the account’s', async () => {
    const intent = await harness.stripe.paymentIntents.create(
      buildSale('pm_card_visa', {
        statement_descriptor_suffix: 'IDP CHECKOUT',
        expand: ['latest_charge'],
      }),
    )
    expect(intent.statement_descriptor_suffix).toBe('IDP CHECKOUT')
    expect(intent.latest_charge).toMatchObject({
      calculated_statement_descriptor: 'SANDBOX* IDP CHECKOUT',
    })
  })

  test.each([
    { statement_descriptor: 'IDP CHECKOUT' },
    { statement_descriptor_suffix: 'a text of 23 characters' },
    { statement_descriptor_suffix: '12345' },
    { statement_descriptor_suffix: 'IDP*24' },
    { statement_descriptor_suffix: 'Führer' },
  ])('is refused with %j', async texts => {
    const error = await catchError(
      harness.stripe.paymentIntents.create(buildSale('pm_card_visa', texts)),
    )
    expect(error).toMatchObject({ statusCode: 400, param: Object.keys(texts)[0] })
  })

  test.each([
    ['5555555555554444', 'mastercard'],
    ['378282246310005', 'amex'],
  ])('%s is a %s', async (number, brand) => {
    const method = await harness.stripe.paymentMethods.retrieve(await createPaymentMethod(number))
    expect(method.card).toMatchObject({ brand, exp_month: 12, exp_year: 2040, country: 'US' })
  })

  test('is confirmed later, in yen, after a change of the amount', async () => {
    const created = await harness.stripe.paymentIntents.create({ amount: 7000, currency: 'JPY' })
    expect(created.status).toBe('requires_payment_method')
    await harness.stripe.paymentIntents.update(created.id, { amount: 7400, metadata: { a: '1' } })
    const paid = await harness.stripe.paymentIntents.confirm(created.id, {
      payment_method: 'pm_card_visa',
      return_url: 'https://shop.example/finish/',
    })
    expect(paid).toMatchObject({ status: 'succeeded', amount: 7400, currency: 'jpy' })
    const late = await catchError(harness.stripe.paymentIntents.update(created.id, { amount: 1 }))
    expect(late.code).toBe('payment_intent_unexpected_state')
    const repeated = await catchError(harness.stripe.paymentIntents.cancel(created.id))
    expect(repeated.code).toBe('payment_intent_unexpected_state')
  })

  test('is refused a second time unless attached to a customer', async () => {
    const customer = await harness.stripe.customers.create({ name: 'Ann' })
    const singleUseMethod = await createPaymentMethod('4242424242424242')
    await harness.stripe.paymentIntents.create(buildSale(singleUseMethod))
    const second = await catchError(
      harness.stripe.paymentIntents.create(buildSale(singleUseMethod)),
    )
    expect(second.code).toBe('payment_method_unexpected_state')
    const savedMethod = await createPaymentMethod('4242424242424242')
    const owner = { customer: customer.id, setup_future_usage: 'off_session' }
    await harness.stripe.paymentIntents.create(buildSale(savedMethod, owner))
    const repeated = await harness.stripe.paymentIntents.create(
      buildSale(savedMethod, { customer: customer.id, off_session: true }),
    )
    expect(repeated.status).toBe('succeeded')
  })
})

describe('a declined card', () => {
  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    // The SDK returns '' where the bank gave no reason.
    ['4000000000000069', 'expired_card', ''],
    ['4000000000000127', 'incorrect_cvc', ''],
    ['4000000000000119', 'processing_error', ''],
  ])('%s: %s %s, and another card may follow', async (number, code, declineCode) => {
    const error = await catchError(
      harness.stripe.paymentIntents.create(buildSale(await createPaymentMethod(number))),
    )
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code })
    expect(error.decline_code).toBe(declineCode)
    const intent = error.payment_intent
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
      payment_method: null,
    })
    const id = intent?.id ?? ''
    expect((await harness.movements()).filter(item => item.intent === id)).toEqual([])
    const paid = await harness.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect(paid.status).toBe('succeeded')
  })

  test('a real card is refused and not stored', async () => {
    const card = { number: '4111111111111111', exp_month: 12, exp_year: 2040, cvc: '123' }
    const { status, json } = await harness.call('POST', '/browser/payment-methods/', { card })
    expect(status).toBe(402)
    expect(json).toMatchObject({ error: { decline_code: 'test_mode_live_card' } })
  })
})

describe('a card that requires 3-D Secure', () => {
  const readChallengeId = (intent: Stripe.PaymentIntent) =>
    String(intent.next_action?.use_stripe_sdk?.['source'])
  const createChallengedIntent = async (number: string, overrides: object = {}) => {
    const params = buildSale(await createPaymentMethod(number), {
      use_stripe_sdk: true,
      ...overrides,
    })
    const intent = await harness.stripe.paymentIntents.create(params)
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect' },
      },
    })
    return intent
  }
  const finishChallenge = (intent: Stripe.PaymentIntent, outcome: string) =>
    harness.call('POST', '/browser/challenge/', { challenge: readChallengeId(intent), outcome })

  test.each([
    ['4000002760003184', 'authenticated', 'succeeded', undefined],
    ['4000002500003155', 'authenticated', 'succeeded', undefined],
    [
      '4000002760003184',
      'failed',
      'requires_payment_method',
      'payment_intent_authentication_failure',
    ],
    ['4000008400001629', 'authenticated', 'requires_payment_method', 'card_declined'],
  ])('%s, %s: %s', async (number, outcome, status, code) => {
    const intent = await createChallengedIntent(number)
    await finishChallenge(intent, outcome)
    await finishChallenge(intent, outcome)
    const after = await harness.stripe.paymentIntents.retrieve(intent.id)
    expect(after.status).toBe(status)
    expect(after.last_payment_error?.code).toBe(code)
    const ownMovements = (await harness.movements()).filter(item => item.intent === intent.id)
    expect(ownMovements).toHaveLength(status === 'succeeded' ? 1 : 0)
  })

  test('a challenge completed after a cancellation charges nothing', async () => {
    const intent = await createChallengedIntent('4000002760003184')
    await harness.stripe.paymentIntents.cancel(intent.id)
    await finishChallenge(intent, 'authenticated')
    const after = await harness.stripe.paymentIntents.retrieve(intent.id)
    expect(after.status).toBe('canceled')
    expect((await harness.movements()).filter(item => item.intent === intent.id)).toEqual([])
  })

  test('a challenge for an old price charges nothing', async () => {
    const intent = await createChallengedIntent('4000002760003184')
    await harness.stripe.paymentIntents.update(intent.id, { amount: 9900 })
    await finishChallenge(intent, 'authenticated')
    const after = await harness.stripe.paymentIntents.retrieve(intent.id)
    expect(after.status).toBe('requires_confirmation')
  })

  test('a manual confirmation is charged by the shop, not by the challenge', async () => {
    const intent = await createChallengedIntent('4000002760003184', {
      confirmation_method: 'manual',
    })
    await finishChallenge(intent, 'authenticated')
    const waiting = await harness.stripe.paymentIntents.retrieve(intent.id)
    expect(waiting.status).toBe('requires_confirmation')
    const paid = await harness.stripe.paymentIntents.confirm(intent.id)
    expect(paid.status).toBe('succeeded')
  })

  test('is declined off session', async () => {
    const params = buildSale(await createPaymentMethod('4000002760003184'), { off_session: true })
    const error = await catchError(harness.stripe.paymentIntents.create(params))
    expect(error.code).toBe('authentication_required')
  })

  test('leads to a challenge page that returns to the shop, without the browser script', async () => {
    const returnUrl = 'https://shop.example/checkouts/finish-payment/'
    const params = buildSale(await createPaymentMethod('4000002760003184'), {
      return_url: returnUrl,
    })
    const intent = await harness.stripe.paymentIntents.create(params)
    const url = new URL(intent.next_action?.redirect_to_url?.url ?? '')
    expect(url.origin).toBe('https://shop.example')
    const challenge = url.searchParams.get('challenge')
    const outcome = 'authenticated'
    const { json } = await harness.call('POST', '/browser/challenge/', { challenge, outcome })
    const { return_url: target } = json as { return_url: string }
    expect(new URL(target).searchParams.get('redirect_status')).toBe('succeeded')
    expect(target.startsWith(returnUrl)).toBe(true)
  })
})

describe('a refund', () => {
  test('never exceeds the charge', async () => {
    const intent = await harness.stripe.paymentIntents.create(buildSale('pm_card_visa'))
    const refund = { payment_intent: intent.id }
    const first = await harness.stripe.refunds.create({ ...refund, amount: 3000 })
    expect((await harness.stripe.refunds.retrieve(first.id)).amount).toBe(3000)
    const tooMuch = await catchError(harness.stripe.refunds.create({ ...refund, amount: 1901 }))
    expect(tooMuch.param).toBe('amount')
    await harness.stripe.refunds.create(refund)
    const third = await catchError(harness.stripe.refunds.create(refund))
    expect(third.code).toBe('charge_already_refunded')
    const charge = await harness.stripe.charges.retrieve(String(intent.latest_charge))
    expect(charge).toMatchObject({ amount_refunded: 4900, refunded: true })
    const ownMovements = (await harness.movements()).filter(item => item.intent === intent.id)
    expect(ownMovements.map(item => [item.kind, item.amount])).toEqual([
      ['charge', 4900],
      ['refund', 3000],
      ['refund', 1900],
    ])
  })
})

describe('invalid requests', () => {
  test.each([
    ['less than the smallest amount', { amount: 49 }, 'amount_too_small'],
    ['no currency', { currency: undefined }, 'parameter_missing'],
    ['an unknown parameter', { colour: 'red' }, 'parameter_unknown'],
    ['a parameter of an older release', { payment_method_types: ['card'] }, 'parameter_unknown'],
    ['an unknown nested parameter', { shipping: { planet: 'x' } }, 'parameter_unknown'],
    ['an unknown customer', { customer: 'cus_none' }, 'resource_missing'],
    ['an unknown card', { payment_method: 'pm_none' }, 'resource_missing'],
  ])('%s', async (_, overrides, code) => {
    const before = (await harness.stripe.paymentIntents.list({ limit: 100 })).data.length
    const params = buildSale('pm_card_visa', overrides)
    const error = await catchError(harness.stripe.paymentIntents.create(params))
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', code })
    const after = (await harness.stripe.paymentIntents.list({ limit: 100 })).data.length
    expect(after).toBe(before)
  })

  test('automatic methods without a return URL', async () => {
    const params = buildSale('pm_card_visa', {
      allowed_payment_method_types: undefined,
      automatic_payment_methods: { enabled: true },
    })
    const error = await catchError(harness.stripe.paymentIntents.create(params))
    expect(error.message).toContain('return_url')
    const withoutRedirects = { enabled: true, allow_redirects: 'never' as const }
    const paid = await harness.stripe.paymentIntents.create({
      ...params,
      automatic_payment_methods: withoutRedirects,
    })
    expect(paid.status).toBe('succeeded')
  })

  test('a wrong key, and an unknown payment', async () => {
    const unknown = await catchError(harness.stripe.paymentIntents.retrieve('pi_none'))
    expect(unknown).toMatchObject({ statusCode: 404, code: 'resource_missing' })
    const options = { apiKey: 'sk_test_other' }
    const wrong = await catchError(harness.stripe.paymentIntents.list({}, options))
    expect(wrong.type).toBe('StripeAuthenticationError')
  })
})

describe('the browser API', () => {
  test('returns the payment by its secret, without customer, charge and metadata', async () => {
    const params = buildSale('pm_card_visa', { metadata: { token: 'private' } })
    const intent = await harness.stripe.paymentIntents.create(params)
    const secret = { client_secret: intent.client_secret }
    const { json } = await harness.call('POST', '/browser/payment-intents/', secret)
    expect(json).toMatchObject({ id: intent.id, status: 'succeeded' })
    expect(JSON.stringify(json)).not.toContain('private')
    const wrong = { client_secret: `${intent.id}_secret_no` }
    expect((await harness.call('POST', '/browser/payment-intents/', wrong)).status).toBe(404)
  })

  test.each([
    '/_ledger',
    '/_log',
    '/v1/payment_intents',
    '/browser/../_ledger',
    '/browser/main.ts',
    '/browser/element.js',
  ])('hides %s', async path => {
    const headers = { 'x-sandbox-side': 'browser' }
    const answer = await fetch(`${harness.url()}${path}`, { headers })
    expect(answer.status).toBe(404)
  })
})
