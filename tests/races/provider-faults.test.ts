import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Backend } from '@/server/backend'
import { attempts } from '@/server/db/tables/orders'
import { createPaypalGateway, type PaypalGateway } from '@/server/gateways/paypal'
import { createStripeGateway } from '@/server/gateways/stripe'
import { settle } from '@/server/payments/settle'
import { isExternalProvider, startAnyProvider } from '../support/any-provider'
import { listAttempts } from '../support/backend'
import {
  chargeDeclinedIntent,
  createPayableCheckout,
  createPaypalOrder,
  finishPayment,
  pay,
  readCheckout,
} from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import { withShop } from '../support/with-shop'

// Combines every provider call with every fault. No events arrive, so only the calls decide.
let originalGateways: Pick<Backend, 'stripe' | 'paypal'>
const shop = withShop({ provider: startAnyProvider, holdEvents: true })
beforeAll(async () => {
  originalGateways = { stripe: shop.backend.stripe, paypal: shop.backend.paypal }
})
afterEach(async () => {
  Object.assign(shop.backend, originalGateways)
  await shop.provider.clearFaults()
  await expectNothingLost(shop, shop.provider)
})

/** Timeout of the gateways in ms; the provider's delay is longer. */
const timeoutMs = 250
const delayMs = 4 * timeoutMs

const faults: Record<string, object> = {
  'the connection is dropped before the request arrives': { fault: 'drop_before' },
  'the connection is dropped once before the request arrives': { fault: 'drop_before', times: 1 },
  'the connection is dropped after it was done': { fault: 'drop_after' },
  'the connection is dropped once after it was done': { fault: 'drop_after', times: 1 },
  'the response times out': { fault: 'delay_after', delayMs },
  '500 before it was done': { fault: 'error_500_before' },
  '500 once before it was done': { fault: 'error_500_before', times: 1 },
  '500 after it was done': { fault: 'error_500_after' },
  '409: the same call is under way': { fault: 'status_409' },
  '429: too many': { fault: 'status_429' },
}

/** No server listens on this port. */
const closedPortUrl = 'http://127.0.0.1:9'

/** Replaces the gateways by new ones without cached tokens and with a short timeout. */
function shortenTimeouts(apiBase = shop.provider.url): void {
  const { env } = shop.backend
  shop.backend.stripe = createStripeGateway(
    { ...env, stripe: { ...env.stripe, apiBase } },
    timeoutMs,
  )
  shop.backend.paypal = env.paypal && createPaypalGateway({ ...env.paypal, apiBase }, timeoutMs)
}

type CustomerAction = () => Promise<{ status: number; text: string } | undefined>

/** The request to fail, and the customer action that sends it. */
interface FaultScenario {
  match: { method?: string; path: string }
  /** Creates the checkout; `performAction` sends the request. */
  arrange: () => Promise<{ token: string; performAction: CustomerAction }>
}

const arrangeCardPayment = async () => {
  const checkout = await createPayableCheckout()
  return { token: checkout.token, performAction: () => pay(checkout) }
}

const arrangeChallenge = async () => {
  const { token, quote } = await createPayableCheckout()
  const { body } = await pay({ token, quote }, 'pm_card_authenticationRequired')
  return { token, performAction: () => finishPayment(token, body.order.id, { call_off: true }) }
}

const arrangePaypalOrder = async () => {
  const checkout = await createPayableCheckout()
  return { token: checkout.token, performAction: () => createPaypalOrder(checkout) }
}

const arrangeApprovedOrder = async () => {
  const { token, quote } = await createPayableCheckout()
  const { body } = await createPaypalOrder({ token, quote })
  await shop.provider.approve(body.id)
  return { token, performAction: () => finishPayment(token, body.order.id) }
}

/** A card charge that arrives after the order was paid, so it must be refunded. */
const arrangeCardSurplus = async () => {
  const { token, quote } = await createPayableCheckout()
  const from = `198.51.100.${++addressCount}`
  expect((await pay({ token, quote }, 'pm_card_chargeDeclined', {}, from)).status).toBe(402)
  const { order } = (await readCheckout(token)).body
  const [lateAttempt] = await shop.backend.db
    .select()
    .from(attempts)
    .where(eq(attempts.orderId, order.id))
  expect((await pay({ token, quote })).body.status).toBe('success')
  await chargeDeclinedIntent(shop.provider, lateAttempt?.providerRef ?? null)
  return { token, performAction: () => settleAttempt(lateAttempt?.id) }
}

/** Declines are limited per IP address, so each comes from its own. */
let addressCount = 0

/** A PayPal capture below the requested amount: it is refunded and pays nothing. */
const arrangePaypalSurplus = async () => {
  const { token, performAction } = await arrangeApprovedOrder()
  const withReducedCapture = (paypal: PaypalGateway): PaypalGateway => ({
    ...paypal,
    capture: async (...args) => {
      const chargeOutcome = await paypal.capture(...args)
      return chargeOutcome.status === 'succeeded'
        ? { ...chargeOutcome, amount: chargeOutcome.amount - 1 }
        : chargeOutcome
    },
  })
  return {
    token,
    performAction: () => {
      if (shop.backend.paypal) shop.backend.paypal = withReducedCapture(shop.backend.paypal)
      return performAction()
    },
  }
}

/** A job would retry what throws here. */
const settleAttempt = async (id = '') => {
  await settle(shop.backend, id).catch(() => undefined)
  return undefined
}

const scenarios: Record<string, FaultScenario> = {
  'Stripe’s customer': { match: { path: '/v1/customers' }, arrange: arrangeCardPayment },
  'Stripe’s intent, created and confirmed': {
    match: { method: 'POST', path: '/v1/payment_intents$' },
    arrange: arrangeCardPayment,
  },
  'Stripe’s intent, read': {
    match: { method: 'GET', path: '^/v1/payment_intents' },
    arrange: arrangeCardPayment,
  },
  'Stripe’s intent, cancelled': {
    match: { method: 'POST', path: '/cancel$' },
    arrange: arrangeChallenge,
  },
  'Stripe’s refund': {
    match: { method: 'POST', path: '/v1/refunds' },
    arrange: arrangeCardSurplus,
  },
  'PayPal’s token': { match: { path: '/v1/oauth2/token' }, arrange: arrangePaypalOrder },
  'PayPal’s order, created': {
    match: { method: 'POST', path: '/v2/checkout/orders$' },
    arrange: arrangePaypalOrder,
  },
  'PayPal’s order, read': {
    match: { method: 'GET', path: '^/v2/checkout/orders/' },
    arrange: arrangeApprovedOrder,
  },
  'PayPal’s capture': {
    match: { method: 'POST', path: '/capture$' },
    arrange: arrangeApprovedOrder,
  },
  'PayPal’s refund': { match: { method: 'POST', path: '/refund$' }, arrange: arrangePaypalSurplus },
}

/** The ledger matches the provider's movements, and the customer has paid once or can pay. */
async function expectPaidOrPayable(token: string): Promise<void> {
  Object.assign(shop.backend, originalGateways)
  await shop.provider.clearFaults()
  await expectNothingLost(shop, shop.provider)
  const { status } = (await readCheckout(token)).body
  if (status !== 'paid') {
    const { quote } = (await readCheckout(token)).body
    expect((await pay({ token, quote })).body.status).toBe('success')
  }
  const attemptRows = await listAttempts(shop.backend, token)
  const capturedAttempts = attemptRows.filter(
    ({ state, reason }) => state === 'captured' && reason === null,
  )
  expect(capturedAttempts).toHaveLength(1)
}

describe.each(Object.keys(scenarios))('%s', name => {
  const { match, arrange } = scenarios[name] as FaultScenario

  it.each(Object.keys(faults))('%s', async fault => {
    const { token, performAction } = await arrange()
    shortenTimeouts()
    await shop.provider.addFaults({ ...faults[fault], match })
    const reply = await performAction()
    // A provider fault must not surface as a server error.
    if (reply) expect(reply.status, reply.text).not.toBe(500)
    await expectPaidOrPayable(token)
  })

  it('connection refused', async () => {
    const { token, performAction } = await arrange()
    shortenTimeouts(closedPortUrl)
    const reply = await performAction()
    if (reply) expect(reply.status, reply.text).not.toBe(500)
    await expectPaidOrPayable(token)
  })
})

describe('402: declined', () => {
  it('a declined card is not charged, and another one pays', async () => {
    const checkout = await createPayableCheckout()
    const { status, body } = await pay(checkout, 'pm_card_chargeDeclined')
    expect([status, body.code]).toEqual([402, 'declined'])
    await expectPaidOrPayable(checkout.token)
  })

  // Only the sandbox can stage a decline at capture time.
  it.runIf(!isExternalProvider)(
    'a capture that PayPal refuses charges nothing, and a card pays',
    async () => {
      const { token, quote } = await createPayableCheckout()
      const { body } = await createPaypalOrder({ token, quote })
      await shop.provider.approve(body.id, 'declined')
      expect((await finishPayment(token, body.order.id)).body.outcome).toBe('not_charged')
      await expectPaidOrPayable(token)
    },
  )
})
