import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { attempts } from '@/server/db/tables/orders'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { settle } from '@/server/payments/settle'
import { listAttempts } from '../support/backend'
import { barrier } from '../support/barrier'
import type { Reply } from '../support/call-route'
import {
  createPayableCheckout,
  finishPayment,
  pay,
  readCheckout,
  saveCheckout,
} from '../support/customer'
import { createGate } from '../support/gate'
import { expectNothingLost } from '../support/money-invariants'
import { buildEvent, sendEvent, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

// Needs PostgreSQL: its transactions run concurrently. The provider delivers its events itself.
const shop = withShop({ provider: startProvider, onPostgres: true })
afterEach(async () => {
  await expectAllEventsDelivered()
  await expectNothingLost(shop, shop.provider)
})

const rounds = Array.from({ length: 20 }, (_, round) => round)
const needsBank = 'pm_card_authenticationRequired'

/** Every event was accepted on its first delivery, so none caused a server error. */
async function expectAllEventsDelivered(): Promise<void> {
  const listPendingDeliveries = async () =>
    (await shop.provider.deliveries()).filter(({ state }) => state === 'pending')
  await expect.poll(async () => (await listPendingDeliveries()).length, { timeout: 20_000 }).toBe(0)
  const repeated = (await shop.provider.deliveries()).filter(delivery => delivery.attempts !== 1)
  expect(repeated).toEqual([])
}

const readOutcome = ({ status, body }: Reply): string => (status === 200 ? body.status : body.code)

describe('two tabs that pay concurrently', () => {
  it.each(rounds)(
    'one with a declined card: charged once or not at all (round %d)',
    async round => {
      const checkout = await createPayableCheckout()
      const waitForOther = barrier(2)
      const replies = await Promise.all(
        ['pm_card_chargeDeclined', 'pm_card_visa'].map(async (card, tab) => {
          await waitForOther()
          return pay(checkout, card, {}, `203.0.113.${10 * round + tab}`)
        }),
      )
      for (const reply of replies)
        expect(readOutcome(reply)).toMatch(/^(success|declined|payment_in_progress)$/)
      const { body } = await pay(checkout)
      expect(body.status).toBe('success')
    },
  )

  it('the second is refused and charges nothing while the first is at the provider', async () => {
    const checkout = await createPayableCheckout()
    const { stripe } = shop.backend
    const secondReplies: Reply[] = []
    shop.backend.stripe = {
      ...stripe,
      charge: async charge => {
        secondReplies.push(await pay(checkout, 'pm_card_mastercard'))
        return stripe.charge(charge)
      },
    }
    const first = await pay(checkout)
    shop.backend.stripe = stripe
    expect(readOutcome(first)).toBe('success')
    expect(secondReplies.map(readOutcome)).toEqual(['payment_in_progress'])
  })

  it.each(rounds)('one of them in a bank challenge: charged once (round %d)', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, needsBank)
    const replies = await Promise.all([
      pay(checkout),
      shop.provider.answerChallenge(body.client_secret, 'authenticated').catch(() => undefined),
      finishPayment(checkout.token, body.order.id),
    ])
    expect(readOutcome(replies[0])).toMatch(/^(success|payment_in_progress|needs_check)$/)
    await finishPayment(checkout.token, body.order.id)
    const { status } = (await readCheckout(checkout.token)).body
    if (status !== 'paid') expect((await pay(checkout)).body.status).toBe('success')
  })
})

const findAttempt = async (order: string) => {
  const { db } = shop.backend
  const [attempt] = await db.select().from(attempts).where(eq(attempts.orderId, order))
  return attempt
}

/** Waits until `count` connections wait for a lock. */
const waitForLockWaiters = (count: number) =>
  expect
    .poll(
      () =>
        shop.backend.db
          .execute(
            sql`select 1 from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
          )
          .then(result => (result as unknown as { rows: unknown[] }).rows.length),
      { timeout: 20_000 },
    )
    .toBe(count)

describe('a payment the bank has approved', () => {
  it('stays paid when an older provider response is written after the newer one', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, needsBank)
    const { id = '' } = (await findAttempt(body.order.id)) ?? {}
    const { backend } = shop
    const [retrieveGate, resumeGate] = [createGate(), createGate()]
    const retrieve: typeof backend.stripe.retrieve = async (...args) => {
      const chargeOutcome = await backend.stripe.retrieve(...args)
      retrieveGate.open()
      await resumeGate.opened
      return chargeOutcome
    }
    const olderSettle = settle({ ...backend, stripe: { ...backend.stripe, retrieve } }, id)
    await retrieveGate.opened
    await shop.provider.addFaults({ fault: 'hold_webhooks' })
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    const newerReplies: Promise<Reply>[] = []
    await backend.db.transaction(async tx => {
      await tx.select().from(attempts).where(eq(attempts.id, id)).for('update')
      newerReplies.push(finishPayment(checkout.token, body.order.id))
      await waitForLockWaiters(1)
      resumeGate.open()
      await waitForLockWaiters(2)
    })
    expect((await newerReplies[0])?.body.outcome).toBe('done')
    await olderSettle
    expect(await listAttempts(backend, checkout.token)).toMatchObject([
      { state: 'captured', reason: null },
    ])
    await shop.provider.clearFaults()
  })

  it.each(rounds)(
    'is settled once by concurrent returns, events and sweeps (round %d)',
    async () => {
      const checkout = await createPayableCheckout()
      const { body } = await pay(checkout, needsBank)
      const attempt = await findAttempt(body.order.id)
      const intent = { id: attempt?.providerRef, metadata: { attempt: attempt?.id } }
      await shop.provider.answerChallenge(body.client_secret, 'authenticated')
      shop.advanceClock(60_000)
      const replies = await Promise.all([
        finishPayment(checkout.token, body.order.id),
        sendEvent(buildEvent('payment_intent.succeeded', intent)),
        sweep(shop.backend),
        finishPayment(checkout.token, body.order.id),
        sendEvent(buildEvent('payment_intent.succeeded', intent)),
        sweep(shop.backend),
      ])
      for (const reply of replies) if (reply) expect(reply.status, reply.text).toBe(200)
      expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('done')
    },
  )
})

describe('a change while paying', () => {
  it.each(rounds)('changes the price before the payment or not at all (round %d)', async () => {
    const checkout = await createPayableCheckout()
    const { version } = (await readCheckout(checkout.token)).body
    const [paid, saved] = await Promise.all([
      pay(checkout),
      saveCheckout(checkout.token, version, { urgent: { selected: false } }),
    ])
    const { order, quote, status } = (await readCheckout(checkout.token)).body
    if (saved.status === 200) {
      expect(readOutcome(paid)).toBe('quote_changed')
      expect({ status, total: quote.total }).toEqual({ status: 'processing', total: 88 })
    } else {
      expect(saved.body.code).toMatch(/^(stale|payment_in_progress|paid)$/)
      expect(readOutcome(paid)).toBe('success')
      expect({ status, total: order.total }).toEqual({
        status: 'paid',
        total: checkout.quote.total,
      })
    }
  })

  it.each(rounds)('that costs nothing is saved or refused, never lost (round %d)', async () => {
    const checkout = await createPayableCheckout()
    const { version } = (await readCheckout(checkout.token)).body
    const [paid, saved] = await Promise.all([
      pay(checkout),
      saveCheckout(checkout.token, version, { customer: { place_of_birth: 'Porto' } }),
    ])
    expect(readOutcome(paid)).toBe('success')
    const { state } = (await readCheckout(checkout.token)).body
    const isDriverSaved = state.customer.place_of_birth === 'Porto'
    expect(isDriverSaved).toBe(saved.status === 200)
  })
})
