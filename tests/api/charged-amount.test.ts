import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currencies } from '@/domain/data/currency-names'
import { readEnv } from '@/server/config/env'
import { createStripeGateway, type StripeGateway } from '@/server/gateways/stripe'

/** A provider that accepts every call and records its parameters. */
let provider: Server
let receivedParams: URLSearchParams
let gateway: StripeGateway

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    receivedParams = new URLSearchParams(Buffer.concat(chunks).toString())
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        id: 'pi_1',
        object: 'payment_intent',
        status: 'succeeded',
        amount_received: Number(receivedParams.get('amount')),
        currency: receivedParams.get('currency'),
      }),
    )
  })
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  const env = readEnv({ PAYMENTS: 'sandbox', SANDBOX_URL: `http://127.0.0.1:${port}` })
  gateway = createStripeGateway(env)
})
afterAll(() => new Promise(resolve => provider.close(resolve)))

const charge = {
  attemptId: 'a',
  orderId: 'o',
  idempotencyKey: 'attempt-a',
  customer: 'cus_1',
  paymentSource: { paymentMethod: 'pm_1' },
}

describe('the amount sent to the payment provider', () => {
  it.each(currencies)('is exactly the ledger’s amount in $code', async ({ code: currency }) => {
    const anyTotal = fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 1e9 }))
    await fc.assert(
      fc.asyncProperty(anyTotal, async amount => {
        const chargeOutcome = await gateway.charge({ ...charge, amount, currency })
        expect(receivedParams.get('amount')).toBe(String(amount))
        expect(receivedParams.get('currency')).toBe(currency.toLowerCase())
        expect(chargeOutcome).toMatchObject({ status: 'succeeded', amount, currency })
      }),
      { numRuns: 40 },
    )
  })
})
