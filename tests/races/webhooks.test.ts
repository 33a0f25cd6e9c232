import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { checkouts } from '@/server/db/tables/checkouts'
import { attempts, orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { hashOf } from '@/server/infra/tokens'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { isElsewhere, startAnyProvider } from '../support/any-provider'
import { finish, orderWithPaypal, pay, payableCheckout, readCheckout } from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import type { Letter } from '../support/provider'
import { withShop } from '../support/with-shop'

// On a real PostgreSQL. What the providers tell is kept, with its signature, and handed over by the tests.
const shop = withShop({ provider: () => startAnyProvider({ keepEvents: true }), onPostgres: true })
afterEach(() => expectNothingLost(shop, shop.provider))

const minuteMs = 60_000
let places = 0

interface Agreed {
  token: string
  order: string
  /** How many events tell of it so far. */
  events: number
}

/** The customer has agreed to a payment at the provider; the shop has not heard of it. */
const agreed: Record<string, () => Promise<Agreed>> = {
  card: async () => {
    const { token, quote } = await payableCheckout()
    const place = `203.0.113.${++places % 250}`
    const { order } = await shop.provider.agree(card => pay({ token, quote }, card, {}, place))
    // Made, charged, gone through; and before that the bank's question, where there was one.
    return { token, order: order.id, events: isElsewhere ? 3 : 4 }
  },
  PayPal: async () => {
    const { token, quote } = await payableCheckout()
    const { body } = await orderWithPaypal({ token, quote })
    await shop.provider.approve(body.id)
    return { token, order: body.order.id, events: 1 }
  },
}

const inTurn = async (letters: Letter[]) => {
  for (const letter of letters) expect((await letter.deliver()).status).toBe(200)
}
const atOnce = async (letters: Letter[]) => {
  const replies = await Promise.all(letters.map(letter => letter.deliver()))
  for (const reply of replies) expect(reply.status).toBe(200)
}
const twenty = Array.from({ length: 20 }, (_, number) => number)

/** How the events come. */
const comings: Record<string, (letters: Letter[]) => Promise<void>> = {
  'come once': inTurn,
  'come twice': letters => inTurn(letters.flatMap(letter => [letter, letter])),
  'come 20 times at once': letters => atOnce(twenty.flatMap(() => letters)),
  'come in another order': letters => inTurn(letters.toReversed()),
  'come an hour late': async letters => {
    shop.pass(60 * minuteMs)
    await inTurn(letters)
  },
  'never come': async () => undefined,
}

/** What the customer's browser does. */
const browsers: Record<string, (paid: Agreed) => Promise<unknown>> = {
  'comes back': ({ token, order }) => finish(token, order),
  'comes back twice': ({ token, order }) =>
    Promise.all([finish(token, order), finish(token, order)]),
  dies: async () => undefined,
}

const cells = Object.keys(agreed).flatMap(by =>
  Object.keys(comings).flatMap(events =>
    Object.keys(browsers).flatMap(browser =>
      ['before', 'after'].map(when => ({ by, events, browser, when })),
    ),
  ),
)

/** Everything the shop has made of a checkout's payment. */
async function madeOf(token: string) {
  const { db } = shop.backend
  const [checkout] = await db
    .select()
    .from(checkouts)
    .where(eq(checkouts.tokenHash, hashOf(token)))
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.checkoutId, checkout?.id ?? ''))
  const tries = await db
    .select()
    .from(attempts)
    .where(eq(attempts.orderId, order?.id ?? ''))
  const owed = await db
    .select()
    .from(outbox)
    .where(eq(outbox.orderId, order?.id ?? ''))
  return {
    checkout: checkout?.status,
    order: order?.status,
    attempts: tries.map(({ state, reason }) => ({ state, reason })),
    owed: owed.map(({ kind }) => kind).sort(),
  }
}

const paidOnce = {
  checkout: 'paid',
  order: 'paid',
  attempts: [{ state: 'captured', reason: null }],
  owed: ['add_photos_mail', 'confirmation_mail', 'order_paid', 'purchase_event'],
}

describe('a payment that was agreed to is one paid order', () => {
  it.each(cells)('by $by: events $events, the browser $browser $when them', async cell => {
    const known = shop.provider.letters().length
    const paid = await (agreed[cell.by] as () => Promise<Agreed>)()
    const news = () => shop.provider.letters().slice(known)
    await expect.poll(() => news().length, { timeout: 10_000 }).toBe(paid.events)
    const events = () => comings[cell.events]?.(news())
    const browser = () => browsers[cell.browser]?.(paid)
    for (const happens of cell.when === 'before' ? [browser, events] : [events, browser])
      await happens()
    if (cell.events === 'never come' && cell.browser === 'dies') {
      shop.pass(2 * minuteMs)
      await sweep(shop.backend)
    }
    expect((await readCheckout(paid.token)).body.status).toBe('paid')
    // What its capture set off, and all of it once more.
    await comings['come once']?.(news())
    expect(await madeOf(paid.token)).toEqual(paidOnce)
  })
})
