import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Backend } from '@/server/backend'
import { attempts } from '@/server/db/tables/orders'
import { type PaypalGateway, paypalGateway } from '@/server/gateways/paypal'
import { stripeGateway } from '@/server/gateways/stripe'
import { settle } from '@/server/payments/settle'
import { isElsewhere, startAnyProvider } from '../support/any-provider'
import { attemptsOf } from '../support/backend'
import {
  chargeAfterAll,
  finish,
  orderWithPaypal,
  pay,
  payableCheckout,
  readCheckout,
} from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import { withShop } from '../support/with-shop'

// Every call to a provider meets every fault; no events come, so what is seen is what the calls alone make of it.
let usual: Pick<Backend, 'stripe' | 'paypal'>
const shop = withShop({ provider: startAnyProvider, holdEvents: true })
beforeAll(async () => {
  usual = { stripe: shop.backend.stripe, paypal: shop.backend.paypal }
})
afterEach(async () => {
  Object.assign(shop.backend, usual)
  await shop.provider.heal()
  await expectNothingLost(shop, shop.provider)
})

/** So long the shop waits for an answer here, and the provider takes longer. */
const patienceMs = 250
const delayMs = 4 * patienceMs

const faults: Record<string, object> = {
  'the connection is dropped before the request arrives': { fault: 'drop_before' },
  'the connection is dropped once before the request arrives': { fault: 'drop_before', times: 1 },
  'the connection is dropped after it was done': { fault: 'drop_after' },
  'the connection is dropped once after it was done': { fault: 'drop_after', times: 1 },
  'nobody answers in time': { fault: 'delay_after', delayMs },
  '500 before it was done': { fault: 'error_500_before' },
  '500 once before it was done': { fault: 'error_500_before', times: 1 },
  '500 after it was done': { fault: 'error_500_after' },
  '409: the same call is under way': { fault: 'status_409' },
  '429: too many': { fault: 'status_429' },
}

/** Nobody listens there. */
const closedPort = 'http://127.0.0.1:9'

/** The shop as it is while things go wrong: its gateways are new, know no token, and wait for nobody. */
function hasten(apiBase = shop.provider.url): void {
  const { env } = shop.backend
  shop.backend.stripe = stripeGateway({ stripe: { ...env.stripe, apiBase } }, patienceMs)
  shop.backend.paypal = env.paypal && paypalGateway({ ...env.paypal, apiBase }, patienceMs)
}

type Act = () => Promise<{ status: number; text: string } | undefined>

/** What has to be there before a call is made, and what makes it. */
interface Scene {
  match: { method?: string; path: string }
  /** The checkout, and what the customer does. */
  arrange: () => Promise<{ token: string; act: Act }>
}

const byCard = async () => {
  const checkout = await payableCheckout()
  return { token: checkout.token, act: () => pay(checkout) }
}

const waitingAtTheBank = async () => {
  const { token, quote } = await payableCheckout()
  const { body } = await pay({ token, quote }, 'pm_card_authenticationRequired')
  return { token, act: () => finish(token, body.order.id, { call_off: true }) }
}

const byPaypal = async () => {
  const checkout = await payableCheckout()
  return { token: checkout.token, act: () => orderWithPaypal(checkout) }
}

const approved = async () => {
  const { token, quote } = await payableCheckout()
  const { body } = await orderWithPaypal({ token, quote })
  await shop.provider.approve(body.id)
  return { token, act: () => finish(token, body.order.id) }
}

/** The card's money comes when the order is paid already: it has to be given back. */
const surplusOfCard = async () => {
  const { token, quote } = await payableCheckout()
  const from = `198.51.100.${++addresses}`
  expect((await pay({ token, quote }, 'pm_card_chargeDeclined', {}, from)).status).toBe(402)
  const { order } = (await readCheckout(token)).body
  const [late] = await shop.backend.db.select().from(attempts).where(eq(attempts.orderId, order.id))
  expect((await pay({ token, quote })).body.status).toBe('success')
  await chargeAfterAll(shop.provider, late?.providerRef ?? null)
  return { token, act: () => settled(late?.id) }
}

/** Declines are counted by address: every one comes from an address of its own. */
let addresses = 0

/** PayPal has taken less than was asked for: it pays nothing. */
const surplusOfPaypal = async () => {
  const { token, act } = await approved()
  const less = (paypal: PaypalGateway): PaypalGateway => ({
    ...paypal,
    capture: async (...asked) => {
      const truth = await paypal.capture(...asked)
      return truth.status === 'succeeded' ? { ...truth, amount: truth.amount - 1 } : truth
    },
  })
  return {
    token,
    act: () => {
      if (shop.backend.paypal) shop.backend.paypal = less(shop.backend.paypal)
      return act()
    },
  }
}

/** What throws here is a job's to repeat. */
const settled = async (id = '') => {
  await settle(shop.backend, id).catch(() => undefined)
  return undefined
}

const scenes: Record<string, Scene> = {
  'Stripe’s customer': { match: { path: '/v1/customers' }, arrange: byCard },
  'Stripe’s intent, created and confirmed': {
    match: { method: 'POST', path: '/v1/payment_intents$' },
    arrange: byCard,
  },
  'Stripe’s intent, read': {
    match: { method: 'GET', path: '^/v1/payment_intents' },
    arrange: byCard,
  },
  'Stripe’s intent, cancelled': {
    match: { method: 'POST', path: '/cancel$' },
    arrange: waitingAtTheBank,
  },
  'Stripe’s refund': { match: { method: 'POST', path: '/v1/refunds' }, arrange: surplusOfCard },
  'PayPal’s token': { match: { path: '/v1/oauth2/token' }, arrange: byPaypal },
  'PayPal’s order, created': {
    match: { method: 'POST', path: '/v2/checkout/orders$' },
    arrange: byPaypal,
  },
  'PayPal’s order, read': {
    match: { method: 'GET', path: '^/v2/checkout/orders/' },
    arrange: approved,
  },
  'PayPal’s capture': { match: { method: 'POST', path: '/capture$' }, arrange: approved },
  'PayPal’s refund': { match: { method: 'POST', path: '/refund$' }, arrange: surplusOfPaypal },
}

/** Afterwards the money is where the books say, and the customer has paid once, or can. */
async function expectPaidOrPayable(token: string): Promise<void> {
  Object.assign(shop.backend, usual)
  await shop.provider.heal()
  await expectNothingLost(shop, shop.provider)
  const { status } = (await readCheckout(token)).body
  if (status !== 'paid') {
    const { quote } = (await readCheckout(token)).body
    expect((await pay({ token, quote })).body.status).toBe('success')
  }
  const tries = await attemptsOf(shop.backend, token)
  const paying = tries.filter(({ state, reason }) => state === 'captured' && reason === null)
  expect(paying).toHaveLength(1)
}

describe.each(Object.keys(scenes))('%s', name => {
  const { match, arrange } = scenes[name] as Scene

  it.each(Object.keys(faults))('%s', async fault => {
    const { token, act } = await arrange()
    hasten()
    await shop.provider.breakOn({ ...faults[fault], match })
    const told = await act()
    // Whatever happens, it is never a fault of ours, nor a success that is none.
    if (told) expect(told.status, told.text).not.toBe(500)
    await expectPaidOrPayable(token)
  })

  it('nobody listens', async () => {
    const { token, act } = await arrange()
    hasten(closedPort)
    const told = await act()
    if (told) expect(told.status, told.text).not.toBe(500)
    await expectPaidOrPayable(token)
  })
})

describe('402: declined', () => {
  it('a card that is declined is not charged, and another one pays', async () => {
    const checkout = await payableCheckout()
    const { status, body } = await pay(checkout, 'pm_card_chargeDeclined')
    expect([status, body.code]).toEqual([402, 'declined'])
    await expectPaidOrPayable(checkout.token)
  })

  // A payer who is refused later can be staged in our sandbox alone.
  it.runIf(!isElsewhere)(
    'a capture that PayPal refuses takes nothing, and a card pays',
    async () => {
      const { token, quote } = await payableCheckout()
      const { body } = await orderWithPaypal({ token, quote })
      await shop.provider.approve(body.id, 'declined')
      expect((await finish(token, body.order.id)).body.outcome).toBe('not_charged')
      await expectPaidOrPayable(token)
    },
  )
})
