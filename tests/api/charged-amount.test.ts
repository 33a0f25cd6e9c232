import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currencies } from '@/domain/data/currency-names'
import { readEnv } from '@/server/config/env'
import { type StripeGateway, stripeGateway } from '@/server/gateways/stripe'

/** A provider that takes whatever it is asked for, and remembers what that was. */
let provider: Server
let asked: URLSearchParams
let gateway: StripeGateway

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    asked = new URLSearchParams(Buffer.concat(chunks).toString())
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        id: 'pi_1',
        object: 'payment_intent',
        status: 'succeeded',
        amount_received: Number(asked.get('amount')),
        currency: asked.get('currency'),
      }),
    )
  })
  await new Promise<void>(listening => provider.listen(0, '127.0.0.1', listening))
  const { port } = provider.address() as AddressInfo
  const env = readEnv({ PAYMENTS: 'sandbox', SANDBOX_URL: `http://127.0.0.1:${port}` })
  gateway = stripeGateway(env)
})
afterAll(() => new Promise(closed => provider.close(closed)))

const charge = {
  attemptId: 'a',
  orderId: 'o',
  idempotencyKey: 'attempt-a',
  customer: 'cus_1',
  means: { paymentMethod: 'pm_1' },
}

describe('the payment provider is asked for', () => {
  it.each(currencies)('the very amount of the books, in $code', async ({ code: currency }) => {
    const anyTotal = fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 1e9 }))
    await fc.assert(
      fc.asyncProperty(anyTotal, async amount => {
        const truth = await gateway.charge({ ...charge, amount, currency })
        expect(asked.get('amount')).toBe(String(amount))
        expect(asked.get('currency')).toBe(currency.toLowerCase())
        expect(truth).toMatchObject({ status: 'succeeded', amount, currency })
      }),
      { numRuns: 40 },
    )
  })
})
