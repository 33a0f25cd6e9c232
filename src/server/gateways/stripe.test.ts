import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { readEnv } from '@/server/config/env'
import { createStripeGateway } from '@/server/gateways/stripe'

const charge = {
  attemptId: 'a',
  orderId: 'o',
  idempotencyKey: 'attempt-a',
  amount: 8_800,
  currency: 'USD',
  customer: 'cus_1',
  paymentSource: { paymentMethod: 'pm_1' },
}

it('a charge whose connection breaks is unknown and is not sent again', async () => {
  const received: string[] = []
  const provider = createServer((request, response) => {
    received.push(String(request.url))
    // The provider receives the request and dies before it answers.
    provider.close()
    response.destroy()
  })
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  const gateway = createStripeGateway(
    readEnv({ PAYMENTS: 'sandbox', SANDBOX_URL: `http://127.0.0.1:${port}` }),
  )
  expect(await gateway.charge(charge)).toEqual({ status: 'unknown' })
  expect(received).toEqual(['/v1/payment_intents'])
})

it('sends the name on statements with the price of renewals', async () => {
  const prices: URLSearchParams[] = []
  const provider = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.url === '/v1/prices') prices.push(new URLSearchParams(`${Buffer.concat(chunks)}`))
    response.setHeader('content-type', 'application/json')
    const items = { data: [] }
    response.end(JSON.stringify({ id: 'any_1', status: 'active', items, latest_invoice: null }))
  })
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  const settings = { PAYMENTS: 'sandbox', SANDBOX_URL: `http://127.0.0.1:${port}` }
  const renewal = {
    ...{ renewalId: 'r', orderId: 'o', idempotencyKey: 'k', customer: 'cus_1' },
    ...{ paymentMethod: 'pm_1', currency: 'USD', amount: 5_520, years: 3 },
    chargeAt: new Date('2029-01-01T00:00:00Z'),
  }
  for (const variables of [{ STATEMENT_DESCRIPTOR: 'MY PERMITS' }, {}]) {
    const { renewals } = createStripeGateway(readEnv({ ...settings, ...variables }))
    expect(await renewals.start(renewal)).toMatchObject({ status: 'active' })
  }
  provider.close()
  const name = 'product_data[statement_descriptor]'
  expect(prices.map(params => params.get(name))).toEqual(['MY PERMITS', null])
})
