import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { checkouts } from '@/server/db/tables/checkouts'
import { providerEvents } from '@/server/db/tables/events'
import { attempts, orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { isExternalProvider, startAnyProvider } from '../support/any-provider'
import { createPayableCheckout, pay } from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import type { CapturedEvent } from '../support/provider'
import { withShop } from '../support/with-shop'

// The embedded database serializes transactions; this test covers delivery order, not concurrency.
const shop = withShop({ provider: () => startAnyProvider({ shouldCaptureEvents: true }) })

/** Bank events (challenge, dispute) can only be staged in the sandbox. */
const eventTypes = [
  'payment_intent.created',
  ...(isExternalProvider
    ? ['refund.created']
    : ['payment_intent.requires_action', 'charge.dispute.created']),
  'charge.succeeded',
  'payment_intent.succeeded',
  'charge.refunded',
]
const expectedOrderCount = isExternalProvider ? 120 : 720

it(`${eventTypes.length} events delivered in all ${expectedOrderCount} permutations leave the same order`, async () => {
  const checkout = await createPayableCheckout()
  await shop.provider.payOutOfBand(card => pay(checkout, card))
  const [movement] = await shop.provider.movements()
  const initialRows = await readRows()
  await shop.provider.refund(movement?.intent ?? '', 500)
  await shop.provider.dispute?.(movement?.intent ?? '', 'needs_response')
  const listTypes = () => shop.provider.capturedEvents().map(({ type }) => type)
  await expect.poll(listTypes, { timeout: 10_000 }).toEqual(expect.arrayContaining(eventTypes))
  const events = eventTypes.map(type =>
    shop.provider.capturedEvents().find(capturedEvent => capturedEvent.type === type),
  )

  const outcomes = new Set<string>()
  const eventOrders = listPermutations(events as CapturedEvent[])
  for (const events of eventOrders) {
    await restoreRows(initialRows)
    for (const { deliver } of events) expect((await deliver()).status).toBe(200)
    outcomes.add(JSON.stringify(pickRelevantRows(await readRows())))
  }
  expect(eventOrders).toHaveLength(expectedOrderCount)
  expect([...outcomes].map(outcome => JSON.parse(outcome))).toEqual([
    {
      checkout: 'paid',
      order: isExternalProvider
        ? { status: 'paid', refunded: 500, dispute: null }
        : { status: 'disputed', refunded: 500, dispute: 'open' },
      attempt: { state: 'captured', reason: null },
      owed: [
        'add_photos_mail',
        'confirmation_mail',
        ...(isExternalProvider ? [] : ['order_disputed']),
        'order_paid',
        'order_refunded',
        'purchase_event',
        'refund_mail',
      ],
      noted: eventTypes.toSorted(),
    },
  ])
  await expectNothingLost(shop, shop.provider)
}, 600_000)

type Rows = Awaited<ReturnType<typeof readRows>>

async function readRows() {
  const { db } = shop.backend
  return {
    checkouts: await db.select().from(checkouts),
    orders: await db.select().from(orders),
    attempts: await db.select().from(attempts),
    outbox: await db.select().from(outbox),
    noted: await db.select().from(providerEvents),
  }
}

/** Restores the rows to their state before any event. */
async function restoreRows({ checkouts: [checkout], orders: [order], attempts: [attempt] }: Rows) {
  if (!checkout || !order || !attempt) throw new Error('there is nothing to put back')
  await shop.backend.db.transaction(async tx => {
    await tx.delete(outbox)
    await tx.delete(providerEvents)
    await tx.update(attempts).set(attempt).where(eq(attempts.id, attempt.id))
    await tx.update(orders).set(order).where(eq(orders.id, order.id))
    await tx.update(checkouts).set(checkout).where(eq(checkouts.id, checkout.id))
  })
}

const pickRelevantRows = ({ checkouts: [checkout], orders: [order], ...rest }: Rows) => ({
  checkout: checkout?.status,
  order: { status: order?.status, refunded: order?.refunded, dispute: order?.dispute },
  attempt: { state: rest.attempts[0]?.state, reason: rest.attempts[0]?.reason },
  owed: rest.outbox.map(({ kind }) => kind).sort(),
  noted: rest.noted.map(({ type }) => type).sort(),
})

function listPermutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items]
  return items.flatMap((item, index) =>
    listPermutations(items.toSpliced(index, 1)).map(permutation => [item, ...permutation]),
  )
}
