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
