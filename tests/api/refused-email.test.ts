import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { checkouts } from '@/server/db/tables/checkouts'
import { hashOf } from '@/server/infra/tokens'
import { callRoute } from '../support/call-route'
import { createPayableCheckout, pay, readCheckout } from '../support/customer'
import { expectLedgerToBalance, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const customersRoute = '/backend/api/customers/[id]/'

const shop = withShop({ provider: startProvider })
afterEach(() => expectLedgerToBalance(shop.backend, shop.provider))

/** Accepts mail, but the payment provider refuses it. */
const email = 'jürgen@example.com'

async function createCheckout() {
  const checkout = await createPayableCheckout()
  const { customer } = checkout.state
  const reply = await callRoute(customersRoute, {
    method: 'PATCH',
    params: { id: customer.id },
    query: { checkout: checkout.token },
    body: { email },
  })
  expect(reply.status, reply.text).toBe(200)
  return (await readCheckout(checkout.token)).body
}

const findProviderCustomer = async (token: string) => {
  const [row] = await shop.backend.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.tokenHash, hashOf(token)))
  const response = await fetch(`${shop.provider.url}/v1/customers/${row?.stripeCustomer}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  return response.json()
}

describe('an email address that the payment provider refuses', () => {
  it('does not block the payment, and is logged', async () => {
    const lines: string[] = []
    shop.backend.log = pino({ level: 'warn' }, { write: line => void lines.push(line) })
    const checkout = await createCheckout()
    const { status, body } = await pay(checkout)
    expect([status, body.status]).toEqual([200, 'success'])
    expect(await findProviderCustomer(checkout.token)).toMatchObject({
      email: null,
      name: expect.stringMatching(/\S/),
    })
    expect((await readCheckout(checkout.token)).body.state.customer.email).toBe(email)
    expect(lines.join()).toContain('payment.email_rejected')
    expect(lines.join()).not.toContain('rgen@example.com')
  })

  it('does not block the payment after a declined card', async () => {
    const checkout = await createCheckout()
    expect((await pay(checkout, 'pm_card_chargeDeclined')).status).toBe(402)
    expect((await pay(checkout)).body.status).toBe('success')
    expect(await findProviderCustomer(checkout.token)).toMatchObject({ email: null })
  })
})
