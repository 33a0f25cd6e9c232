import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { expect, it } from 'vitest'
import { tokenCardOf } from '@/features/payment/confirmation-token-card'

const holder = { name: 'Ann', email: 'ann@example.com' }

interface Scene {
  submitted?: object
  made?: object | Error
}

/** Collects in a scene; also tells what the provider was asked for. */
async function collecting(of: 'form' | 'wallet', { submitted = {}, made }: Scene = {}) {
  const asked: unknown[] = []
  const elements = { submit: async () => submitted } as unknown as StripeElements
  const stripe = {
    createConfirmationToken: async ({ params }: { params: unknown }) => {
      asked.push(params)
      if (made instanceof Error) throw made
      return made ?? { confirmationToken: { id: 'ctoken_1' } }
    },
  } as unknown as Stripe
  return { collected: await tokenCardOf(stripe, elements, of).collect(holder), asked }
}

it('a form of one piece is collected with whose card it is', async () => {
  const { collected, asked } = await collecting('form')
  expect(collected).toEqual({ means: { confirmation_token: 'ctoken_1' } })
  expect(asked).toEqual([{ payment_method_data: { billing_details: holder } }])
})

it('a wallet says itself whose card it is', async () => {
  const { asked } = await collecting('wallet')
  const email = { email: 'ann@example.com' }
  expect(asked).toEqual([{ payment_method_data: { billing_details: email } }])
})

it('nothing is made of a form in which something is missing', async () => {
  const error = { type: 'validation_error', code: 'incomplete_cvc' }
  const { collected, asked } = await collecting('form', { submitted: { error } })
  expect(collected).toEqual({ field: 'card', code: 'incomplete_cvc' })
  expect(asked).toEqual([])
})

it.each<[string, Scene['made'], unknown]>([
  [
    'a card that is not taken',
    { error: { type: 'card_error', code: 'card_declined', decline_code: 'test_mode_live_card' } },
    { refused: 'test_mode_live_card' },
  ],
  ['a provider that is not there', { error: { type: 'api_connection_error' } }, 'unreachable'],
  ['a provider that fails', new Error('gone'), 'unreachable'],
])('collects nothing from %s', async (_, made, expected) => {
  expect((await collecting('form', { made: made as object })).collected).toEqual(expected)
})
