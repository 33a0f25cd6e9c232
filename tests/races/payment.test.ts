import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { attempts } from '@/server/db/tables/orders'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { settle } from '@/server/payments/settle'
import { attemptsOf } from '../support/backend'
import { barrier } from '../support/barrier'
import type { Reply } from '../support/call-route'
import { finish, pay, payableCheckout, readCheckout, saveCheckout } from '../support/customer'
import { closedGate } from '../support/gate'
import { expectNothingLost } from '../support/money-invariants'
import { eventOf, sendEvent, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

// On a real PostgreSQL, where transactions run beside each other, and with the provider's events
// coming in by themselves.
const shop = withShop({ provider: startProvider, onPostgres: true })
afterEach(async () => {
  await allEventsTaken()
  await expectNothingLost(shop, shop.provider)
})

const rounds = Array.from({ length: 20 }, (_, round) => round)
const needsBank = 'pm_card_authenticationRequired'

/** Every event was taken the first time it was sent: none ran into an error of ours. */
async function allEventsTaken(): Promise<void> {
  const open = async () =>
    (await shop.provider.deliveries()).filter(({ state }) => state === 'pending')
  await expect.poll(async () => (await open()).length, { timeout: 20_000 }).toBe(0)
  const repeated = (await shop.provider.deliveries()).filter(delivery => delivery.attempts !== 1)
  expect(repeated).toEqual([])
}

const outcome = ({ status, body }: Reply): string => (status === 200 ? body.status : body.code)

describe('two tabs that pay at once', () => {
  it.each(rounds)(
    'one with a card that is declined, are charged once or not at all (round %d)',
    async round => {
      const checkout = await payableCheckout()
      const meet = barrier(2)
      const replies = await Promise.all(
        ['pm_card_chargeDeclined', 'pm_card_visa'].map(async (card, tab) => {
          await meet()
          return pay(checkout, card, {}, `203.0.113.${10 * round + tab}`)
        }),
      )
      for (const reply of replies)
        expect(outcome(reply)).toMatch(/^(success|declined|payment_in_progress)$/)
      const { body } = await pay(checkout)
      expect(body.status).toBe('success')
    },
  )

  it('while the first is at the provider: the second waits for it and takes nothing', async () => {
    const checkout = await payableCheckout()
    const { stripe } = shop.backend
    const second: Reply[] = []
    shop.backend.stripe = {
      ...stripe,
      charge: async charge => {
        second.push(await pay(checkout, 'pm_card_mastercard'))
        return stripe.charge(charge)
      },
    }
    const first = await pay(checkout)
    shop.backend.stripe = stripe
    expect(outcome(first)).toBe('success')
    expect(second.map(outcome)).toEqual(['payment_in_progress'])
  })

  it.each(rounds)('one of them at the bank’s question, are charged once (round %d)', async () => {
    const checkout = await payableCheckout()
    const { body } = await pay(checkout, needsBank)
    const replies = await Promise.all([
      pay(checkout),
      shop.provider.answerChallenge(body.client_secret, 'authenticated').catch(() => undefined),
      finish(checkout.token, body.order.id),
    ])
    expect(outcome(replies[0])).toMatch(/^(success|payment_in_progress|needs_check)$/)
    await finish(checkout.token, body.order.id)
    const { status } = (await readCheckout(checkout.token)).body
    if (status !== 'paid') expect((await pay(checkout)).body.status).toBe('success')
  })
})

const attemptFor = async (order: string) => {
  const { db } = shop.backend
  const [attempt] = await db.select().from(attempts).where(eq(attempts.orderId, order))
  return attempt
}

/** Waits until this many connections wait for a lock. */
const untilWaiting = (count: number) =>
  expect
    .poll(
      () =>
        shop.backend.db
          .execute(
            sql`select 1 from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
          )
          .then(answer => (answer as unknown as { rows: unknown[] }).rows.length),
      { timeout: 20_000 },
    )
    .toBe(count)

describe('a payment the bank has agreed to', () => {
  it('stays paid when an older answer of the provider is written down after the newer one', async () => {
    const checkout = await payableCheckout()
    const { body } = await pay(checkout, needsBank)
    const { id = '' } = (await attemptFor(body.order.id)) ?? {}
    const { backend } = shop
    const [asked, mayGoOn] = [closedGate(), closedGate()]
    const look: typeof backend.stripe.look = async (...about) => {
      const truth = await backend.stripe.look(...about)
      asked.open()
      await mayGoOn.opened
      return truth
    }
    const older = settle({ ...backend, stripe: { ...backend.stripe, look } }, id)
    await asked.opened
    await shop.provider.breakOn({ fault: 'hold_webhooks' })
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    const newer: Promise<Reply>[] = []
    await backend.db.transaction(async tx => {
      await tx.select().from(attempts).where(eq(attempts.id, id)).for('update')
      newer.push(finish(checkout.token, body.order.id))
      await untilWaiting(1)
      mayGoOn.open()
      await untilWaiting(2)
    })
    expect((await newer[0])?.body.outcome).toBe('done')
    await older
    expect(await attemptsOf(backend, checkout.token)).toMatchObject([
      { state: 'captured', reason: null },
    ])
    await shop.provider.heal()
  })

  it.each(rounds)('is settled once by everyone who hears of it at once (round %d)', async () => {
    const checkout = await payableCheckout()
    const { body } = await pay(checkout, needsBank)
    const attempt = await attemptFor(body.order.id)
    const intent = { id: attempt?.providerRef, metadata: { attempt: attempt?.id } }
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    shop.pass(60_000)
    const replies = await Promise.all([
      finish(checkout.token, body.order.id),
      sendEvent(eventOf('payment_intent.succeeded', intent)),
      sweep(shop.backend),
      finish(checkout.token, body.order.id),
      sendEvent(eventOf('payment_intent.succeeded', intent)),
      sweep(shop.backend),
    ])
    for (const reply of replies) if (reply) expect(reply.status, reply.text).toBe(200)
    expect((await finish(checkout.token, body.order.id)).body.outcome).toBe('done')
  })
})

describe('a change while paying', () => {
  it.each(rounds)('either changes the price first, or not at all (round %d)', async () => {
    const checkout = await payableCheckout()
    const { version } = (await readCheckout(checkout.token)).body
    const [paid, saved] = await Promise.all([
      pay(checkout),
      saveCheckout(checkout.token, version, { urgent: { selected: false } }),
    ])
    const { order, quote, status } = (await readCheckout(checkout.token)).body
    if (saved.status === 200) {
      expect(outcome(paid)).toBe('quote_changed')
      expect({ status, total: quote.total }).toEqual({ status: 'processing', total: 88 })
    } else {
      expect(saved.body.code).toMatch(/^(stale|payment_in_progress|paid)$/)
      expect(outcome(paid)).toBe('success')
      expect({ status, total: order.total }).toEqual({
        status: 'paid',
        total: checkout.quote.total,
      })
    }
  })

  it.each(rounds)('of what costs nothing is kept or refused, never lost (round %d)', async () => {
    const checkout = await payableCheckout()
    const { version } = (await readCheckout(checkout.token)).body
    const [paid, saved] = await Promise.all([
      pay(checkout),
      saveCheckout(checkout.token, version, { customer: { place_of_birth: 'Porto' } }),
    ])
    expect(outcome(paid)).toBe('success')
    const { state } = (await readCheckout(checkout.token)).body
    const kept = state.customer.place_of_birth === 'Porto'
    expect(kept).toBe(saved.status === 200)
  })
})
