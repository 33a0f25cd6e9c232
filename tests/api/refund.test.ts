import { afterAll, beforeAll, expect, it } from 'vitest'
import { readEnv } from '@/server/config/env'
import { stripeGateway } from '@/server/gateways/stripe'
import { type Provider, startProvider } from '../support/provider'

let provider: Provider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.stop())

it('money that was given back by hand needs no second refund', async () => {
  const stripe = stripeGateway(readEnv({ PAYMENTS: 'sandbox', SANDBOX_URL: provider.url }))
  const customer = await stripe.customer(
    null,
    { email: 'ana@example.com', name: 'Ana' },
    { checkoutId: 'one', attemptId: 'one' },
  )
  const truth = await stripe.charge({
    attemptId: 'attempt',
    orderId: 'order',
    idempotencyKey: 'key',
    amount: 4_900,
    currency: 'USD',
    customer,
    means: { paymentMethod: 'pm_card_visa' },
  })
  if (truth.status !== 'succeeded') throw new Error(truth.status)
  await stripe.refund(truth.ref, 'by-hand')
  await expect(stripe.refund(truth.ref, 'by-us')).resolves.toBeUndefined()
  expect((await provider.movements()).map(({ kind }) => kind)).toEqual(['charge', 'refund'])
})
