import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { setBackend } from '@/server/backend'
import { checkouts } from '@/server/db/tables/checkouts'
import { attempts } from '@/server/db/tables/orders'
import { hashOf } from '@/server/infra/tokens'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { settle } from '@/server/payments/settle'
import { startAttempt } from '@/server/payments/start-attempt'
import { listAttempts, openTestBackend } from '../support/backend'
import {
  chargeDeclinedIntent,
  createPayableCheckout,
  finishPayment,
  pay,
  readCheckout,
  saveCheckout,
} from '../support/customer'
import { expectLedgerToBalance, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const shop = withShop({ provider: startProvider, holdEvents: true })
afterEach(async () => {
  await expectLedgerToBalance(shop.backend, shop.provider)
})

const intents = '/v1/payment_intents'
const minutesToMs = (count: number) => count * 60_000

/** The faults of a provider call, the customer's result and whether money was taken. */
const faults: [string, object, { result: string; isCharged: boolean }][] = [
  [
    'dropped once before the charge',
    { fault: 'drop_before', times: 1 },
    { result: 'success', isCharged: true },
  ],
  [
    'dropped once after the charge',
    { fault: 'drop_after', times: 1 },
    { result: 'success', isCharged: true },
  ],
  [
    'dropped every time before the charge',
    { fault: 'drop_before' },
    { result: 'checking', isCharged: false },
  ],
  [
    'dropped every time after the charge',
    { fault: 'drop_after' },
    { result: 'success', isCharged: true },
  ],
  [
    'failing before the charge',
    { fault: 'error_500_before' },
    { result: 'checking', isCharged: false },
  ],
  [
    'failing after the charge',
    { fault: 'error_500_after' },
    { result: 'success', isCharged: true },
  ],
  ['rate limited', { fault: 'status_429' }, { result: 'unavailable', isCharged: false }],
]

describe('the charge call', () => {
  it.each(faults)('%s', async (_, rule, { result, isCharged }) => {
    const checkout = await createPayableCheckout()
    await shop.provider.addFaults({ ...rule, match: { method: 'POST', path: `${intents}$` } })
    const { status, body } = await pay(checkout)
    expect(status === 200 ? body.status : body.code).toBe(result)
    await shop.provider.clearFaults()
    shop.advanceClock(minutesToMs(2))
    await sweep(shop.backend)
    const latest = (await readCheckout(checkout.token)).body
    expect(latest.status).toBe(isCharged ? 'paid' : 'processing')
    // In every case the customer can still pay, exactly once.
    expect((await pay(latest)).body.status).toBe('success')
    const capturedAttempts = (await listAttempts(shop.backend, checkout.token)).filter(
      ({ state }) => state === 'captured',
    )
    expect(capturedAttempts).toHaveLength(1)
  })

  it('with an unknown outcome shows that, blocks another payment, and is settled later', async () => {
    const checkout = await createPayableCheckout()
    await shop.provider.addFaults(
      { fault: 'drop_after', match: { method: 'POST', path: `${intents}$` } },
      { fault: 'error_500_before', match: { method: 'GET', path: intents } },
    )
    const { status, body } = await pay(checkout)
    expect([status, body.status]).toEqual([200, 'checking'])
    const retry = await pay(checkout)
    expect([retry.status, retry.body.code]).toEqual([409, 'needs_check'])
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('checking')
    const { version } = (await readCheckout(checkout.token)).body
    const change = await saveCheckout(checkout.token, version, { currency: 'EUR' })
    expect(change.body.code).toBe('payment_in_progress')
    await shop.provider.clearFaults()
    shop.advanceClock(minutesToMs(1))
    await sweep(shop.backend)
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('done')
  })

  it('is not made if the provider’s customer cannot be created', async () => {
    const checkout = await createPayableCheckout()
    await shop.provider.addFaults({ fault: 'error_500_before', match: { path: '/v1/customers' } })
    const { status, body } = await pay(checkout)
    expect([status, body.code]).toEqual([503, 'unavailable'])
    await shop.provider.clearFaults()
    expect(await listAttempts(shop.backend, checkout.token)).toMatchObject([
      { state: 'failed', reason: 'unreachable' },
    ])
  })
})

describe('a provider customer whose creation fails at first', () => {
  it.each([
    ['with a cached failure', { fault: 'error_500_before', times: 1 }],
    ['after it was created', { fault: 'error_500_after', times: 1 }],
    // The SDK retries a dropped call once.
    ['with all responses lost', { fault: 'drop_after', times: 2 }],
  ])('%s pays with the next attempt, as a single customer', async (_, rule) => {
    const checkout = await createPayableCheckout()
    await shop.provider.addFaults({ ...rule, match: { method: 'POST', path: '/v1/customers' } })
    expect((await pay(checkout)).status).toBe(503)
    expect((await pay(checkout)).body.status).toBe('success')
    const condition = eq(checkouts.tokenHash, hashOf(checkout.token))
    const [row] = await shop.backend.db.select().from(checkouts).where(condition)
    expect(await shop.provider.findCustomerIds(row?.id ?? '')).toEqual([row?.stripeCustomer])
  })
})

describe('a card that cannot be read from the provider', () => {
  it.each(['drop_before', 'error_500_before', 'status_429'])('is not charged: %s', async fault => {
    const checkout = await createPayableCheckout()
    await shop.provider.addFaults({ fault, match: { method: 'GET', path: '/v1/payment_methods' } })
    const { status, body } = await pay(checkout)
    expect([status, body.code]).toEqual([503, 'unavailable'])
    await shop.provider.clearFaults()
    expect((await pay(checkout)).body.status).toBe('success')
    expect(await listAttempts(shop.backend, checkout.token)).toMatchObject([
      { state: 'failed', reason: 'unreachable' },
      { state: 'captured' },
    ])
  })
})

describe('a provider call in progress', () => {
  it('is reported as checking from the start', async () => {
    const checkout = await createPayableCheckout()
    const { stripe } = shop.backend
    let outcome: unknown
    shop.backend.stripe = {
      ...stripe,
      upsertCustomer: async (...args) => {
        const { order } = (await readCheckout(checkout.token)).body
        outcome = (await finishPayment(checkout.token, order.id)).body.outcome
        return stripe.upsertCustomer(...args)
      },
    }
    const { body } = await pay(checkout)
    shop.backend.stripe = stripe
    expect([outcome, body.status]).toEqual(['checking', 'success'])
    expect(await listAttempts(shop.backend, checkout.token)).toHaveLength(1)
  })
})

describe('an unreachable provider', () => {
  it('charges nothing, and the customer can try again', async () => {
    const checkout = await createPayableCheckout()
    const { backend } = shop
    const originalStripe = backend.stripe
    const closedBackend = await openTestBackend()
    backend.stripe = closedBackend.backend.stripe
    await closedBackend.close()
    setBackend(backend)
    const { status, body } = await pay(checkout)
    expect([status, body.code]).toEqual([503, 'unavailable'])
    backend.stripe = originalStripe
    expect((await pay(checkout)).body.status).toBe('success')
  })
})

describe('a crash', () => {
  it('after the attempt was stored, before the call, takes no money, and the customer can pay', async () => {
    const checkout = await createPayableCheckout()
    await startAttempt(
      shop.backend,
      { token: checkout.token, address: '192.0.2.1' },
      checkout.quote,
    )
    const refusal = await pay(checkout)
    expect([refusal.status, refusal.body.code]).toEqual([409, 'payment_in_progress'])
    shop.advanceClock(minutesToMs(2))
    await sweep(shop.backend)
    expect(await listAttempts(shop.backend, checkout.token)).toMatchObject([{ state: 'failed' }])
    expect((await pay(checkout)).body.status).toBe('success')
  })

  it('after the call, before its response was stored, loses no payment', async () => {
    const checkout = await createPayableCheckout()
    const { stripe } = shop.backend
    shop.backend.stripe = {
      ...stripe,
      charge: async charge => {
        await stripe.charge(charge)
        throw new Error('killed')
      },
    }
    expect((await pay(checkout)).status).toBe(500)
    shop.backend.stripe = stripe
    shop.advanceClock(minutesToMs(1))
    await sweep(shop.backend)
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
  })
})

describe('unexpected money', () => {
  it('is refunded once', async () => {
    const { checkout, lateAttempt } = await createLateMoney()
    await Promise.all([1, 2, 3].map(() => settle(shop.backend, lateAttempt.id)))
    await expectReturned(checkout.token)
  })

  it('is refunded with the stored key again after a crash between the refund and its record', async () => {
    const { checkout, lateAttempt } = await createLateMoney()
    const { keys, fail, restore } = recordRefunds()
    fail(() => new Error('killed'))
    expect((await settle(shop.backend, lateAttempt.id)).reason).toBe('surplus')
    const [stored] = await shop.backend.db
      .select()
      .from(attempts)
      .where(eq(attempts.id, lateAttempt.id))
    expect(stored?.refundKey).toBe(keys[0])
    fail(undefined)
    shop.advanceClock(minutesToMs(1))
    await sweep(shop.backend)
    restore()
    expect(keys).toEqual([stored?.refundKey, stored?.refundKey])
    await expectReturned(checkout.token)
    expect((await settle(shop.backend, lateAttempt.id)).reason).toBe('returned')
    expect(keys).toHaveLength(2)
  })

  it('is refunded with a new key after the provider answered that it failed', async () => {
    const { checkout, lateAttempt } = await createLateMoney()
    const { keys, restore } = recordRefunds()
    await shop.provider.addFaults({
      fault: 'error_500_before',
      match: { method: 'POST', path: '/v1/refunds' },
    })
    expect((await settle(shop.backend, lateAttempt.id)).reason).toBe('surplus')
    await shop.provider.clearFaults()
    shop.advanceClock(minutesToMs(1))
    await sweep(shop.backend)
    restore()
    expect(new Set(keys).size).toBe(2)
    await expectReturned(checkout.token)
  })

  /** A declined card that was charged after another one had paid. */
  async function createLateMoney() {
    const checkout = await createPayableCheckout()
    expect((await pay(checkout, 'pm_card_chargeDeclined')).status).toBe(402)
    const { order } = (await readCheckout(checkout.token)).body
    const [lateAttempt] = await shop.backend.db
      .select()
      .from(attempts)
      .where(eq(attempts.orderId, order.id))
    if (!lateAttempt) throw new Error('the first attempt is gone')
    expect((await pay(checkout)).body.status).toBe('success')
    await chargeDeclinedIntent(shop.provider, lateAttempt.providerRef)
    return { checkout, lateAttempt }
  }

  /** Records the keys of refunds; `fail` makes each call throw after Stripe has refunded. */
  function recordRefunds() {
    const { stripe } = shop.backend
    const keys: string[] = []
    let createError: (() => Error) | undefined
    shop.backend.stripe = {
      ...stripe,
      refund: async (ref, key) => {
        keys.push(key)
        await stripe.refund(ref, key)
        if (createError) throw createError()
      },
    }
    return {
      keys,
      fail: (nextError: typeof createError) => {
        createError = nextError
      },
      restore: () => {
        shop.backend.stripe = stripe
      },
    }
  }

  const expectReturned = async (token: string) =>
    expect((await listAttempts(shop.backend, token)).map(({ reason }) => reason).sort()).toEqual(
      [null, 'returned'].sort(),
    )

  it('of another amount is refunded, pays for nothing, and the customer can pay again', async () => {
    const checkout = await createPayableCheckout()
    const { stripe } = shop.backend
    shop.backend.stripe = {
      ...stripe,
      retrieve: async (...args) => {
        const chargeOutcome = await stripe.retrieve(...args)
        return chargeOutcome.status === 'succeeded'
          ? { ...chargeOutcome, amount: chargeOutcome.amount - 1 }
          : chargeOutcome
      },
    }
    const { body } = await pay(checkout)
    expect(body.status).not.toBe('success')
    shop.backend.stripe = stripe
    const latest = (await readCheckout(checkout.token)).body
    expect([latest.status, (await pay(latest)).body.status]).toEqual(['processing', 'success'])
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
  })
})
