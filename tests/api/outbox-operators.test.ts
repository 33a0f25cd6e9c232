import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Backend } from '@/server/backend'
import { outbox } from '@/server/db/tables/outbox'
import { sendDue, ways } from '@/server/jobs/outbox'
import { givenUp, reopen } from '@/server/outbox/outbox-admin'
import { paidCheckout } from '../support/customer'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const hourMs = 60 * 60_000

const shop = withShop({ provider: startProvider })

const rowsOf = (orderId: string) =>
  shop.backend.db.select().from(outbox).where(eq(outbox.orderId, orderId)).orderBy(outbox.id)

const send = (backend: Backend) =>
  Promise.all([sendDue(backend, ways.mails), sendDue(backend, ways.events)])

/** An order whose messages were tried for days, and given up; nothing else is still to be sent. */
async function abandoned() {
  shop.pass(hourMs)
  await send(shop.backend)
  const { order } = await paidCheckout()
  const down = { send: () => Promise.reject(new Error('nobody listens')) }
  shop.pass(4 * 24 * hourMs)
  await send({ ...shop.backend, mail: down, orderWebhook: down })
  return { order, rows: await rowsOf(order.id) }
}

describe('an operator', () => {
  it('sees what was given up, and nothing else', async () => {
    const { rows } = await abandoned()
    const other = await paidCheckout()
    const listed = await givenUp(shop.backend.db)
    expect(listed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(listed.every(({ orderId }) => orderId !== other.order.id)).toBe(true)
    expect(await reopen(shop.backend.db, 'all', shop.backend.now())).toBe(rows.length)
  })

  it('has one message tried again, and then the others', async () => {
    const { order, rows } = await abandoned()
    const mail = rows.find(({ kind }) => kind === 'confirmation_mail')
    expect(await reopen(shop.backend.db, mail?.id ?? 0, shop.backend.now())).toBe(1)
    await sendDue(shop.backend, ways.mails)
    const after = await rowsOf(order.id)
    expect(after.filter(({ sentAt }) => sentAt).map(({ kind }) => kind)).toEqual([
      'confirmation_mail',
    ])
    expect(await reopen(shop.backend.db, 'all', shop.backend.now())).toBe(rows.length - 1)
    expect(await givenUp(shop.backend.db)).toEqual([])
  })

  it('cannot have a message sent twice', async () => {
    const { order } = await paidCheckout()
    await sendDue(shop.backend, ways.mails)
    const sent = (await rowsOf(order.id)).find(({ sentAt }) => sentAt)
    expect(await reopen(shop.backend.db, sent?.id ?? 0, shop.backend.now())).toBe(0)
  })
})
