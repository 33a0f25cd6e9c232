import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { expect, it } from 'vitest'
import type { CurrencyCode } from '@/domain/data/currencies'
import { buildDeferredOptions, createTokenCard } from '@/features/payment/card'

const billingDetails = { name: 'Ann', email: 'ann@example.com' }

interface Scenario {
  submitResult?: object
  tokenResponse?: object | Error
}

/** Collects in a scenario; also returns the requests to the provider. */
async function collectFrom(
  kind: 'form' | 'wallet',
  { submitResult = {}, tokenResponse }: Scenario = {},
) {
  const requests: unknown[] = []
  const elements = { submit: async () => submitResult } as unknown as StripeElements
  const stripe = {
    createConfirmationToken: async ({ params }: { params: unknown }) => {
      requests.push(params)
      if (tokenResponse instanceof Error) throw tokenResponse
      return tokenResponse ?? { confirmationToken: { id: 'ctoken_1' } }
    },
  } as unknown as Stripe
  return {
    collected: await createTokenCard(stripe, elements, kind).collect(billingDetails),
    requests,
  }
}

it('the Payment Element is collected with the cardholder', async () => {
  const { collected, requests } = await collectFrom('form')
  expect(collected).toEqual({ source: { confirmation_token: 'ctoken_1' } })
  expect(requests).toEqual([{ payment_method_data: { billing_details: billingDetails } }])
})

it('a wallet provides the cardholder itself', async () => {
  const { requests } = await collectFrom('wallet')
  const email = { email: 'ann@example.com' }
  expect(requests).toEqual([{ payment_method_data: { billing_details: email } }])
})

it('an incomplete form collects nothing', async () => {
  const error = { type: 'validation_error', code: 'incomplete_cvc' }
  const { collected, requests } = await collectFrom('form', { submitResult: { error } })
  expect(collected).toEqual({ field: 'card', code: 'incomplete_cvc' })
  expect(requests).toEqual([])
})

it.each<[string, Scenario['tokenResponse'], unknown]>([
  [
    'a refused card',
    { error: { type: 'card_error', code: 'card_declined', decline_code: 'test_mode_live_card' } },
    { declineCode: 'test_mode_live_card' },
  ],
  ['an unreachable provider', { error: { type: 'api_connection_error' } }, 'unreachable'],
  ['a failing provider', new Error('gone'), 'unreachable'],
])('collects nothing from %s', async (_, tokenResponse, expected) => {
  expect((await collectFrom('form', { tokenResponse: tokenResponse as object })).collected).toEqual(
    expected,
  )
})

it.each<[number, CurrencyCode, object]>([
  [8_800, 'USD', { amount: 8_800, currency: 'usd' }],
  [7_400, 'JPY', { amount: 7_400, currency: 'jpy' }],
])('a wallet gets the amount %i in the minor unit of %s', (total, currency, expected) => {
  expect(buildDeferredOptions({ total, currency })).toMatchObject({ mode: 'payment', ...expected })
})
