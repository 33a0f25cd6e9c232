import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Backend } from '@/server/backend'
import { outbox } from '@/server/db/tables/outbox'
import { channels, sendDueMessages } from '@/server/jobs/outbox'
import { listGivenUp, reopen } from '@/server/outbox/outbox-admin'
import { createPaidCheckout } from '../support/customer'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const hourMs = 60 * 60_000

const shop = withShop({ provider: startProvider })

const listRows = (orderId: string) =>
  shop.backend.db.select().from(outbox).where(eq(outbox.orderId, orderId)).orderBy(outbox.id)

const sendAll = (backend: Backend) =>
  Promise.all([sendDueMessages(backend, channels.mails), sendDueMessages(backend, channels.events)])

/** Creates an order whose messages were given up. No other message is due. */
async function createAbandonedMessage() {
  shop.advanceClock(hourMs)
  await sendAll(shop.backend)
  const { order } = await createPaidCheckout()
  const failingSender = { send: () => Promise.reject(new Error('nobody listens')) }
  shop.advanceClock(4 * 24 * hourMs)
  await sendAll({ ...shop.backend, mail: failingSender, orderWebhook: failingSender })
  return { order, rows: await listRows(order.id) }
}

describe('an operator', () => {
  it('lists the messages that were given up, and no others', async () => {
    const { rows } = await createAbandonedMessage()
    const other = await createPaidCheckout()
    const messages = await listGivenUp(shop.backend.db)
    expect(messages.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(messages.every(({ orderId }) => orderId !== other.order.id)).toBe(true)
    expect(await reopen(shop.backend.db, 'all', shop.backend.now())).toBe(rows.length)
  })

  it('retries one message, then the others', async () => {
    const { order, rows } = await createAbandonedMessage()
    const mail = rows.find(({ kind }) => kind === 'confirmation_mail')
    expect(await reopen(shop.backend.db, mail?.id ?? 0, shop.backend.now())).toBe(1)
    await sendDueMessages(shop.backend, channels.mails)
    const latestRows = await listRows(order.id)
    expect(latestRows.filter(({ sentAt }) => sentAt).map(({ kind }) => kind)).toEqual([
      'confirmation_mail',
    ])
    expect(await reopen(shop.backend.db, 'all', shop.backend.now())).toBe(rows.length - 1)
    expect(await listGivenUp(shop.backend.db)).toEqual([])
  })

  it('cannot resend a sent message', async () => {
    const { order } = await createPaidCheckout()
    await sendDueMessages(shop.backend, channels.mails)
    const sentRow = (await listRows(order.id)).find(({ sentAt }) => sentAt)
    expect(await reopen(shop.backend.db, sentRow?.id ?? 0, shop.backend.now())).toBe(0)
  })
})
