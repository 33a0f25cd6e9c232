import { afterEach, describe, expect, it } from 'vitest'
import { startAnyProvider } from '../support/any-provider'
import { barrier } from '../support/barrier'
import type { Reply } from '../support/call-route'
import {
  finish,
  orderWithPaypal,
  pay,
  payableCheckout,
  payByToken,
  readCheckout,
} from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import { withShop } from '../support/with-shop'

// On a real PostgreSQL, with the events of both providers coming in by themselves.
const shop = withShop({ provider: startAnyProvider, onPostgres: true })
afterEach(() => expectNothingLost(shop, shop.provider))

type Checkout = Awaited<ReturnType<typeof payableCheckout>>

/** A customer pays in one tab, to the end. */
type Tab = (checkout: Checkout, meet: () => Promise<void>) => Promise<Reply>

let places = 0
const anotherPlace = () => `203.0.${Math.floor(++places / 250)}.${places % 250}`

const byCard: Tab = async (checkout, meet) => {
  await meet()
  return pay(checkout, 'pm_card_visa', {}, anotherPlace())
}

/** A form of one piece, or a wallet, collects the card and hands over a token that can be used once. */
const byToken: Tab = async (checkout, meet) => {
  const token = await shop.provider.collect('4242424242424242')
  await meet()
  return payByToken(checkout, token, {}, anotherPlace())
}

/** The order is made before, or at the same moment as the other tab's: who comes second is refused. */
const byPaypal: Tab = async (checkout, meet) => {
  await meet()
  const made = await orderWithPaypal(checkout)
  if (!made.body.id) return made
  await shop.provider.approve(made.body.id)
  return finish(checkout.token, made.body.order.id)
}

/** The order was made a while ago: the approval meets the other tab. */
const byApproval =
  ({ id, order }: { id: string; order: { id: string } }): Tab =>
  async ({ token }, meet) => {
    await shop.provider.approve(id)
    await meet()
    return finish(token, order.id)
  }

const outcome = ({ status, body }: Reply): string =>
  status === 200 ? (body.status ?? body.outcome) : body.code
const allowed =
  /^(success|done|checking|not_charged|payment_in_progress|needs_check|unavailable|paid)$/

const rounds = Array.from({ length: 50 }, (_, round) => round)

async function atOnce(checkout: Checkout, tabs: Tab[]): Promise<void> {
  const meet = barrier(tabs.length)
  const replies = await Promise.all(tabs.map(tab => tab(checkout, meet)))
  for (const reply of replies) expect(outcome(reply), reply.text).toMatch(allowed)
  const isPaid = async () => (await readCheckout(checkout.token)).body.status === 'paid'
  // What nobody has paid can be, and is then.
  if (!(await isPaid())) {
    await expectNothingLost(shop, shop.provider)
    if (!(await isPaid()))
      expect(outcome(await pay(checkout, 'pm_card_visa', {}, anotherPlace()))).toBe('success')
  }
  expect(await isPaid()).toBe(true)
  const charges = (await shop.provider.movements()).filter(({ kind }) => kind === 'charge')
  expect(charges.length, 'one charge for each checkout').toBe(++paid)
}

let paid = 0

describe('two tabs that pay in the same moment are one charge and one order', () => {
  it.each(rounds)('by card and by card (round %d)', async () => {
    await atOnce(await payableCheckout(), [byCard, byCard])
  })

  it.each(rounds)('by the form of one piece and by card (round %d)', async round => {
    await atOnce(await payableCheckout(), round % 2 ? [byToken, byCard] : [byToken, byToken])
  })

  it.each(rounds)('with one confirmation token, sent twice (round %d)', async () => {
    const token = await shop.provider.collect('4242424242424242')
    const send: Tab = async (checkout, meet) => {
      await meet()
      return payByToken(checkout, token, {}, anotherPlace())
    }
    await atOnce(await payableCheckout(), [send, send])
  })

  it.each(rounds)('by card and by PayPal (round %d)', async round => {
    const checkout = await payableCheckout()
    const begun = round % 2 ? (await orderWithPaypal(checkout)).body : undefined
    await atOnce(checkout, [byCard, begun ? byApproval(begun) : byPaypal])
  })

  it.each(rounds)('by PayPal and by PayPal (round %d)', async round => {
    const checkout = await payableCheckout()
    if (round % 2 === 0) return atOnce(checkout, [byPaypal, byPaypal])
    const begun = (await orderWithPaypal(checkout)).body
    return atOnce(checkout, [byApproval(begun), byApproval(begun)])
  })

  it.each(rounds)('by pressing the same button twice (round %d)', async round => {
    const place = anotherPlace()
    const press: Tab = async (checkout, meet) => {
      await meet()
      return pay(checkout, 'pm_card_visa', {}, place)
    }
    await atOnce(await payableCheckout(), round % 2 ? [press, press] : [press, press, press])
  })
})
