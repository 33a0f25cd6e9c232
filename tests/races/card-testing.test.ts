import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { rateLimits } from '@/server/db/tables/counters'
import { hashOf } from '@/server/infra/tokens'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { barrier } from '../support/barrier'
import type { Reply } from '../support/call-route'
import {
  createPaidCheckout,
  createPayableCheckout,
  finishPayment,
  pay,
  payLifetime,
} from '../support/customer'
import { createGate } from '../support/gate'
import { expectLedgerToBalance, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

// Needs PostgreSQL: parallel tries race for the same counter.
const shop = withShop({ provider: startProvider, holdEvents: true, onPostgres: true })
afterEach(async () => {
  shop.backend.stripe = originalStripe ?? shop.backend.stripe
  await expectLedgerToBalance(shop.backend, shop.provider)
})

const declinedCard = 'pm_card_chargeDeclined'
const needsBank = 'pm_card_authenticationRequired'
const addressLimit = 10
const digital = { selectedLicense: 45, category: 'digital' }

type Stripe = typeof shop.backend.stripe
let originalStripe: Stripe | undefined

/** Lets every charge wait for `reachBank`; returns the number of charges so far. */
function slowBank(reachBank: () => Promise<void>): () => number {
  const stripe = originalStripe ?? shop.backend.stripe
  originalStripe = stripe
  let charges = 0
  shop.backend.stripe = {
    ...stripe,
    charge: async charge => {
      charges += 1
      await reachBank()
      return stripe.charge(charge)
    },
  }
  return () => charges
}

let addressCount = 0
const nextAddress = () => `192.0.2.${++addressCount}`

const createCheckouts = async (count: number) => {
  const checkouts: Awaited<ReturnType<typeof createPayableCheckout>>[] = []
  while (checkouts.length < count) checkouts.push(await createPayableCheckout(digital))
  return checkouts
}

const countStatus = (replies: Reply[], status: number) =>
  replies.filter(reply => reply.status === status).length

/** The tries that count against the address now. */
async function countHits(address: string): Promise<number> {
  const [row] = await shop.backend.db
    .select()
    .from(rateLimits)
    .where(eq(rateLimits.key, hashOf(`declines-address/${address}`)))
  return row?.count ?? 0
}

describe('card testing', () => {
  it('in parallel: no more declines reach the bank than the address may have', async () => {
    const address = nextAddress()
    const checkouts = await createCheckouts(60)
    // The bank answers nothing before as many charges as allowed have arrived.
    const countCharges = slowBank(barrier(addressLimit))
    const replies = await Promise.all(
      checkouts.map(checkout => pay(checkout, declinedCard, {}, address)),
    )
    expect(countCharges()).toBe(addressLimit)
    expect(countStatus(replies, 402)).toBe(addressLimit)
    expect(countStatus(replies, 429)).toBe(checkouts.length - addressLimit)
    // One that was refused can pay from elsewhere.
    const refused = checkouts[replies.findIndex(({ status }) => status === 429)]
    if (refused) expect((await pay(refused, 'pm_card_visa', {}, nextAddress())).status).toBe(200)
  })

  it('of one card in parallel stays within the card’s limit', async () => {
    const card = 'pm_card_chargeDeclinedExpiredCard'
    const checkouts = await createCheckouts(25)
    const countCharges = slowBank(barrier(20))
    const replies = await Promise.all(
      checkouts.map(checkout => pay(checkout, card, {}, nextAddress())),
    )
    expect(countCharges()).toBe(20)
    expect(countStatus(replies, 429)).toBe(5)
  })

  it('of upsells in parallel stays within the address’s limit', async () => {
    const address = nextAddress()
    const paidCheckouts: Awaited<ReturnType<typeof createPaidCheckout>>[] = []
    while (paidCheckouts.length < 14) paidCheckouts.push(await createPaidCheckout({}, address))
    const countCharges = slowBank(barrier(addressLimit))
    const replies = await Promise.all(
      paidCheckouts.map(checkout => payLifetime(checkout, declinedCard, {}, address)),
    )
    expect(countCharges()).toBe(addressLimit)
    expect(countStatus(replies, 429)).toBe(4)
  })
})

describe('customers with the same network address', () => {
  it('all pay, although more of them pay at the same moment than may be declined', async () => {
    const address = nextAddress()
    const checkouts = await createCheckouts(20)
    slowBank(barrier(addressLimit))
    const replies = await Promise.all(
      checkouts.map(checkout => pay(checkout, 'pm_card_visa', {}, address)),
    )
    expect(countStatus(replies, 200)).toBe(20)
    expect(await countHits(address)).toBe(0)
  })

  it('may try again soon when payments under way are all that fills the limit', async () => {
    const address = nextAddress()
    const [late, ...checkouts] = await createCheckouts(addressLimit + 1)
    const [bank, arrived] = [createGate(), createGate()]
    const allAtBank = barrier(addressLimit)
    slowBank(async () => {
      await allAtBank()
      arrived.open()
      await bank.opened
    })
    const payments = checkouts.map(checkout => pay(checkout, 'pm_card_visa', {}, address))
    await arrived.opened
    const { status, headers } = await pay(
      late as (typeof checkouts)[0],
      'pm_card_visa',
      {},
      address,
    )
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(5)
    bank.open()
    expect(countStatus(await Promise.all(payments), 200)).toBe(addressLimit)
  })
})

describe('a try counts against its address', () => {
  const askBank = async (address: string) => {
    const checkout = await createPayableCheckout(digital)
    const { body } = await pay(checkout, needsBank, {}, address)
    expect(body.status).toBe('requires_action')
    return { checkout, order: body.order.id, secret: body.client_secret }
  }

  it('when the bank declines after its question', async () => {
    const address = nextAddress()
    const { checkout, order, secret } = await askBank(address)
    await shop.provider.answerChallenge(secret, 'failed')
    expect((await finishPayment(checkout.token, order)).body.outcome).toBe('not_charged')
    expect(await countHits(address)).toBe(1)
  })

  it('not when the customer answers the bank and pays', async () => {
    const address = nextAddress()
    const { checkout, order, secret } = await askBank(address)
    await shop.provider.answerChallenge(secret, 'authenticated')
    expect((await finishPayment(checkout.token, order)).body.outcome).toBe('done')
    expect(await countHits(address)).toBe(0)
  })

  it('not when the bank’s question is never answered', async () => {
    const address = nextAddress()
    await askBank(address)
    shop.advanceClock(31 * 60_000)
    await sweep(shop.backend)
    expect(await countHits(address)).toBe(0)
  })

  it('not when the payment provider could not be reached before the charge', async () => {
    const address = nextAddress()
    await shop.provider.addFaults({ fault: 'drop_before', match: { path: '/v1/customers' } })
    const { status } = await pay(await createPayableCheckout(digital), 'pm_card_visa', {}, address)
    expect(status).toBe(503)
    await shop.provider.clearFaults()
    expect(await countHits(address)).toBe(0)
  })

  it('while its outcome is unknown, and no longer when the money turns out to be taken', async () => {
    const address = nextAddress()
    await shop.provider.addFaults({
      fault: 'drop_after',
      match: { method: 'POST', path: '/v1/payment_intents' },
      times: 1,
    })
    await shop.provider.addFaults({
      fault: 'error_500_before',
      match: { method: 'GET', path: '/v1/payment_intents' },
    })
    const { body } = await pay(await createPayableCheckout(digital), 'pm_card_visa', {}, address)
    expect(body.status).toBe('checking')
    expect(await countHits(address)).toBe(1)
    await shop.provider.clearFaults()
    shop.advanceClock(60_000)
    await sweep(shop.backend)
    expect(await countHits(address)).toBe(0)
  })

  it('in its own window only: money that arrives later frees no place of the next one', async () => {
    const address = nextAddress()
    const { checkout, order, secret } = await askBank(address)
    shop.advanceClock(61 * 60_000)
    await pay(
      await createPayableCheckout(digital),
      'pm_card_chargeDeclinedIncorrectCvc',
      {},
      address,
    )
    expect(await countHits(address)).toBe(1)
    await shop.provider.answerChallenge(secret, 'authenticated')
    expect((await finishPayment(checkout.token, order)).body.outcome).toBe('done')
    expect(await countHits(address)).toBe(1)
  })
})
