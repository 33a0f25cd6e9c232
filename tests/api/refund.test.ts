import { afterAll, beforeAll, expect, it } from 'vitest'
import { readEnv } from '@/server/config/env'
import { createStripeGateway } from '@/server/gateways/stripe'
import { type Provider, startProvider } from '../support/provider'

let provider: Provider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.stop())

it('a payment refunded by hand is not refunded again', async () => {
  const stripe = createStripeGateway(readEnv({ PAYMENTS: 'sandbox', SANDBOX_URL: provider.url }))
  const customer = await stripe.upsertCustomer(
    null,
    { email: 'ana@example.com', name: 'Ana' },
    { checkoutId: 'one', attemptId: 'one' },
  )
  const chargeOutcome = await stripe.charge({
    attemptId: 'attempt',
    orderId: 'order',
    idempotencyKey: 'key',
    amount: 4_900,
    currency: 'USD',
    customer,
    paymentSource: { paymentMethod: 'pm_card_visa' },
  })
  if (chargeOutcome.status !== 'succeeded') throw new Error(chargeOutcome.status)
  await stripe.refund(chargeOutcome.ref, 'by-hand')
  await expect(stripe.refund(chargeOutcome.ref, 'by-us')).resolves.toBeUndefined()
  expect((await provider.movements()).map(({ kind }) => kind)).toEqual(['charge', 'refund'])
})
