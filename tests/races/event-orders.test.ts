import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { checkouts } from '@/server/db/tables/checkouts'
import { providerEvents } from '@/server/db/tables/events'
import { attempts, orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { isElsewhere, startAnyProvider } from '../support/any-provider'
import { pay, payableCheckout } from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import type { Letter } from '../support/provider'
import { withShop } from '../support/with-shop'

// On the embedded database, which takes one transaction after the other: here only their order counts.
const shop = withShop({ provider: () => startAnyProvider({ keepEvents: true }) })

/** Besides what every service can tell of a payment, what banks do with it: ours can stage that. */
const told = [
  'payment_intent.created',
  ...(isElsewhere
    ? ['refund.created']
    : ['payment_intent.requires_action', 'charge.dispute.created']),
  'charge.succeeded',
  'payment_intent.succeeded',
  'charge.refunded',
]
const orderings = isElsewhere ? 120 : 720

it(`${told.length} events in all their ${orderings} orders leave the same order`, async () => {
  const checkout = await payableCheckout()
  await shop.provider.agree(card => pay(checkout, card))
  const [taken] = await shop.provider.movements()
  const before = await rows()
  await shop.provider.refund(taken?.intent ?? '', 500)
  await shop.provider.dispute?.(taken?.intent ?? '', 'needs_response')
  const types = () => shop.provider.letters().map(({ type }) => type)
  await expect.poll(types, { timeout: 10_000 }).toEqual(expect.arrayContaining(told))
  const letters = told.map(type => shop.provider.letters().find(letter => letter.type === type))

  const outcomes = new Set<string>()
  const all = permutations(letters as Letter[])
  for (const letters of all) {
    await putBack(before)
    for (const { deliver } of letters) expect((await deliver()).status).toBe(200)
    outcomes.add(JSON.stringify(whatMatters(await rows())))
  }
  expect(all).toHaveLength(orderings)
  expect([...outcomes].map(outcome => JSON.parse(outcome))).toEqual([
    {
      checkout: 'paid',
      order: isElsewhere
        ? { status: 'paid', refunded: 500, dispute: null }
        : { status: 'disputed', refunded: 500, dispute: 'open' },
      attempt: { state: 'captured', reason: null },
      owed: ['add_photos_mail', 'confirmation_mail', 'order_paid', 'purchase_event'],
      noted: told.toSorted(),
    },
  ])
  await expectNothingLost(shop, shop.provider)
}, 600_000)

type Rows = Awaited<ReturnType<typeof rows>>

async function rows() {
  const { db } = shop.backend
  return {
    checkouts: await db.select().from(checkouts),
    orders: await db.select().from(orders),
    attempts: await db.select().from(attempts),
    outbox: await db.select().from(outbox),
    noted: await db.select().from(providerEvents),
  }
}

/** As the shop was before it heard anything. */
async function putBack({ checkouts: [checkout], orders: [order], attempts: [attempt] }: Rows) {
  if (!checkout || !order || !attempt) throw new Error('there is nothing to put back')
  await shop.backend.db.transaction(async tx => {
    await tx.delete(outbox)
    await tx.delete(providerEvents)
    await tx.update(attempts).set(attempt).where(eq(attempts.id, attempt.id))
    await tx.update(orders).set(order).where(eq(orders.id, order.id))
    await tx.update(checkouts).set(checkout).where(eq(checkouts.id, checkout.id))
  })
}

const whatMatters = ({ checkouts: [checkout], orders: [order], ...rest }: Rows) => ({
  checkout: checkout?.status,
  order: { status: order?.status, refunded: order?.refunded, dispute: order?.dispute },
  attempt: { state: rest.attempts[0]?.state, reason: rest.attempts[0]?.reason },
  owed: rest.outbox.map(({ kind }) => kind).sort(),
  noted: rest.noted.map(({ type }) => type).sort(),
})

function permutations<T>(all: T[]): T[][] {
  if (all.length <= 1) return [all]
  return all.flatMap((one, index) =>
    permutations(all.toSpliced(index, 1)).map(others => [one, ...others]),
  )
}
