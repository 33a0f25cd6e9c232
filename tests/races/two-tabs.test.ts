import { afterEach, describe, expect, it } from 'vitest'
import { startAnyProvider } from '../support/any-provider'
import { barrier } from '../support/barrier'
import type { Reply } from '../support/call-route'
import {
  createPayableCheckout,
  createPaypalOrder,
  finishPayment,
  pay,
  payByToken,
  readCheckout,
} from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import { withShop } from '../support/with-shop'

// Needs PostgreSQL: its transactions run concurrently. Both providers deliver their events
// themselves.
const shop = withShop({ provider: startAnyProvider, onPostgres: true })
afterEach(() => expectNothingLost(shop, shop.provider))

type Checkout = Awaited<ReturnType<typeof createPayableCheckout>>

/** Pays in one tab, up to the final response. */
type TabAction = (checkout: Checkout, waitForOthers: () => Promise<void>) => Promise<Reply>

let addressCount = 0
const nextClientIp = () => `203.0.${Math.floor(++addressCount / 250)}.${addressCount % 250}`

const payByCard: TabAction = async (checkout, waitForOthers) => {
  await waitForOthers()
  return pay(checkout, 'pm_card_visa', {}, nextClientIp())
}

/** The Payment Element or a wallet collects the card into a single-use confirmation token. */
const payByNewToken: TabAction = async (checkout, waitForOthers) => {
  const token = await shop.provider.collectToken('4242424242424242')
  await waitForOthers()
  return payByToken(checkout, token, {}, nextClientIp())
}

/** Creates the order before or while the other tab pays: the second one is refused. */
const payByPaypal: TabAction = async (checkout, waitForOthers) => {
  await waitForOthers()
  const paypalOrder = await createPaypalOrder(checkout)
  if (!paypalOrder.body.id) return paypalOrder
  await shop.provider.approve(paypalOrder.body.id)
  return finishPayment(checkout.token, paypalOrder.body.order.id)
}

/** The order already exists; its approval races with the other tab. */
const payByApproval =
  ({ id, order }: { id: string; order: { id: string } }): TabAction =>
  async ({ token }, waitForOthers) => {
    await shop.provider.approve(id)
    await waitForOthers()
    return finishPayment(token, order.id)
  }

const readOutcome = ({ status, body }: Reply): string =>
  status === 200 ? (body.status ?? body.outcome) : body.code
const allowedOutcomes =
  /^(success|done|checking|not_charged|payment_in_progress|needs_check|unavailable|paid)$/

const rounds = Array.from({ length: 50 }, (_, round) => round)

async function runTabs(checkout: Checkout, tabs: TabAction[]): Promise<void> {
  const waitForOthers = barrier(tabs.length)
  const replies = await Promise.all(tabs.map(tab => tab(checkout, waitForOthers)))
  for (const reply of replies) expect(readOutcome(reply), reply.text).toMatch(allowedOutcomes)
  const isPaid = async () => (await readCheckout(checkout.token)).body.status === 'paid'
  // An unpaid checkout must be payable.
  if (!(await isPaid())) {
    await expectNothingLost(shop, shop.provider)
    if (!(await isPaid()))
      expect(readOutcome(await pay(checkout, 'pm_card_visa', {}, nextClientIp()))).toBe('success')
  }
  expect(await isPaid()).toBe(true)
  const charges = (await shop.provider.movements()).filter(({ kind }) => kind === 'charge')
  expect(charges.length, 'one charge for each checkout').toBe(++chargeCount)
}

let chargeCount = 0

describe('two tabs that pay concurrently are one charge and one order', () => {
  it.each(rounds)('by card and by card (round %d)', async () => {
    await runTabs(await createPayableCheckout(), [payByCard, payByCard])
  })

  it.each(rounds)('by the Payment Element and by card (round %d)', async round => {
    await runTabs(
      await createPayableCheckout(),
      round % 2 ? [payByNewToken, payByCard] : [payByNewToken, payByNewToken],
    )
  })

  it.each(rounds)('with one confirmation token sent twice (round %d)', async () => {
    const token = await shop.provider.collectToken('4242424242424242')
    const sendToken: TabAction = async (checkout, waitForOthers) => {
      await waitForOthers()
      return payByToken(checkout, token, {}, nextClientIp())
    }
    await runTabs(await createPayableCheckout(), [sendToken, sendToken])
  })

  it.each(rounds)('by card and by PayPal (round %d)', async round => {
    const checkout = await createPayableCheckout()
    const paypalOrder = round % 2 ? (await createPaypalOrder(checkout)).body : undefined
    await runTabs(checkout, [payByCard, paypalOrder ? payByApproval(paypalOrder) : payByPaypal])
  })

  it.each(rounds)('by PayPal and by PayPal (round %d)', async round => {
    const checkout = await createPayableCheckout()
    if (round % 2 === 0) return runTabs(checkout, [payByPaypal, payByPaypal])
    const paypalOrder = (await createPaypalOrder(checkout)).body
    return runTabs(checkout, [payByApproval(paypalOrder), payByApproval(paypalOrder)])
  })

  it.each(rounds)('by pressing the same button twice (round %d)', async round => {
    const clientIp = nextClientIp()
    const pressPay: TabAction = async (checkout, waitForOthers) => {
      await waitForOthers()
      return pay(checkout, 'pm_card_visa', {}, clientIp)
    }
    await runTabs(
      await createPayableCheckout(),
      round % 2 ? [pressPay, pressPay] : [pressPay, pressPay, pressPay],
    )
  })
})
