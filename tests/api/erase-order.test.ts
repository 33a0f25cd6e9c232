import { readdirSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { mailFolder } from '@/server/config/variables'
import { checkouts } from '@/server/db/tables/checkouts'
import { trackedEvents } from '@/server/db/tables/events'
import { attempts, orders } from '@/server/db/tables/orders'
import { recoveryAddresses } from '@/server/db/tables/recovery'
import { hashOf } from '@/server/infra/tokens'
import { EraseRefusal, eraseOrder } from '@/server/orders/erase-order'
import { settle } from '@/server/payments/settle'
import { callRoute } from '../support/call-route'
import {
  chargeDeclinedIntent,
  createPaidCheckout,
  createPayableCheckout,
  driverAnswers,
  pay,
  readCheckout,
  startCheckout,
} from '../support/customer'
import {
  callOperator,
  fulfilByCall,
  operatorKey,
  readOperatorOrder,
  refundByCall,
} from '../support/operator'
import { createPartnerToken, findTokenRow, kari } from '../support/partners'
import { createPhoto, readStoredFiles } from '../support/photos'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const shop = withShop({
  provider: startProvider,
  perTest: true,
  variables: { OPERATOR_KEY: operatorKey },
})

const findCheckout = async (token: string) => {
  const [row] = await shop.backend.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.tokenHash, hashOf(token)))
  return row
}

const readCustomer = async (id: string | null | undefined) => {
  const response = await fetch(`${shop.provider.url}/v1/customers/${id}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  return response.json()
}

async function createDoneOrder() {
  const { token, order } = await createPaidCheckout()
  await createPhoto(token)
  await fulfilByCall(order.id, { tracking_number: 'JD01' })
  return { token, id: order.id as string }
}

describe('an order that is done', () => {
  it('is erased at once, here and at the provider; the books stay', async () => {
    const { token, id } = await createDoneOrder()
    const customer = (await findCheckout(token))?.stripeCustomer
    expect(await readCustomer(customer)).toMatchObject({ email: driverAnswers.email })
    const lines: string[] = []
    shop.backend.log = pino({ level: 'info' }, { write: line => void lines.push(line) })
    const erasure = await eraseOrder(shop.backend, { order: id })
    expect(erasure).toEqual({ checkouts: 1, orders: [id], photoFiles: 2, mailFiles: 0 })
    expect((await readCheckout(token)).status).toBe(404)
    expect(readStoredFiles(shop).size).toBe(0)
    expect(await readCustomer(customer)).toMatchObject({ deleted: true, email: null, name: null })
    const { body } = await readOperatorOrder(id)
    expect(body).toMatchObject({
      order: { id, status: 'fulfilled', plan_id: 42, tracking_number: null },
      customer: { email: '', license_first_name: '', date_of_birth: '' },
      photos: [],
    })
    expect(body.order.charged.total).toBe(body.order.total)
    const rows = JSON.stringify(await shop.readRows())
    for (const text of [driverAnswers.email, driverAnswers.license_first_name, '4242'])
      expect(rows).not.toContain(text)
    expect(await shop.backend.db.select().from(orders)).toMatchObject([{ emailHash: null }])
    expect(lines.join()).toContain('order.erased')
    expect(lines.join()).not.toContain(driverAnswers.email)
    // It can be refunded afterwards, and erased again.
    expect((await refundByCall(id, { request_key: 'late-refund' })).body.refund.state).toBe('done')
    expect(await eraseOrder(shop.backend, { order: id })).toMatchObject({ photoFiles: 0 })
  })

  it('is not erased while the provider does not answer, and can be erased later', async () => {
    const { token, id } = await createDoneOrder()
    await shop.provider.addFaults({ fault: 'drop_before', match: { method: 'DELETE' } })
    await expect(eraseOrder(shop.backend, { order: id })).rejects.toThrow()
    expect(await findCheckout(token)).toMatchObject({ erasedAt: null })
    await shop.provider.clearFaults()
    expect(await eraseOrder(shop.backend, { order: id })).toMatchObject({ photoFiles: 2 })
    expect(await findCheckout(token)).toBeUndefined()
  })
})

describe('an order that needs its data', () => {
  it('is paid and not sent: it is erased only with force', async () => {
    const { token, order } = await createPaidCheckout()
    const erase = (isForced = false) => eraseOrder(shop.backend, { order: order.id }, isForced)
    await expect(erase()).rejects.toThrow(EraseRefusal)
    expect((await readCheckout(token)).body.state.customer.email).toBe(driverAnswers.email)
    expect(await erase(true)).toMatchObject({ orders: [order.id] })
    expect((await callOperator('/orders/[id]/', { params: { id: order.id } })).body).toMatchObject({
      order: { status: 'paid' },
      customer: { email: '' },
    })
  })

  it('is being paid: with force it is erased once the charge is known', async () => {
    const checkout = await createPayableCheckout()
    await pay(checkout, 'pm_card_authenticationRequired')
    const { db } = shop.backend
    const [attempt] = await db.select().from(attempts)
    const { order } = (await readCheckout(checkout.token)).body
    const erase = (isForced = false) => eraseOrder(shop.backend, { order: order.id }, isForced)
    await expect(erase()).rejects.toThrow('A payment is open')
    await db.update(attempts).set({ providerRef: null })
    await expect(erase(true)).rejects.toThrow('has not answered')
    await db.update(attempts).set({ providerRef: attempt?.providerRef ?? null })
    await erase(true)
    expect(await settle(shop.backend, attempt?.id ?? '')).toMatchObject({ state: 'confirming' })
    const rows = await db.select().from(orders)
    expect(rows).toMatchObject([{ id: order.id, status: 'pending', emailHash: null }])
  })

  it('whose bank pays after all: the money goes back', async () => {
    const checkout = await createPayableCheckout()
    await pay(checkout, 'pm_card_chargeDeclined')
    const { db } = shop.backend
    const [attempt] = await db.select().from(attempts)
    const { order } = (await readCheckout(checkout.token)).body
    await eraseOrder(shop.backend, { order: order.id })
    await chargeDeclinedIntent(shop.provider, attempt?.providerRef ?? null)
    expect(await settle(shop.backend, attempt?.id ?? '')).toMatchObject({
      state: 'captured',
      reason: 'returned',
    })
    expect(await db.select().from(orders)).toMatchObject([{ status: 'pending' }])
  })

  it('and is unknown is not found', async () => {
    await expect(eraseOrder(shop.backend, { order: '7KQ2M-XW4TD' })).rejects.toThrow()
    await expect(eraseOrder(shop.backend, { email: 'eve@example.com' })).rejects.toThrow()
  })
})

describe('everything of an address', () => {
  it('is erased: orders, unpaid checkouts, events, partner links, reminders and mails', async () => {
    const { id } = await createDoneOrder()
    const email = driverAnswers.email.toUpperCase()
    const unpaid = await startCheckout({ customer: { email: email.replace('@', '+trip@') } })
    const other = await startCheckout({ customer: { email: 'bo@example.com' } })
    const body = { event: 'add-to-cart', email }
    await callRoute('/backend/api/customers/track-event/', { method: 'POST', body })
    const folder = join(shop.backend.env.dataDir, mailFolder)
    await mkdir(folder, { recursive: true })
    writeFileSync(join(folder, `${id}.confirmation-mail.eml`), 'Subject: yours\r\n')
    writeFileSync(join(folder, 'link.1.eml'), `From: a@b.co\r\nTo: ${driverAnswers.email}\r\n\r\n`)
    writeFileSync(join(folder, 'link.2.eml'), 'From: a@b.co\r\nTo: bo@example.com\r\n\r\n')
    expect(await eraseOrder(shop.backend, { email })).toEqual({
      checkouts: 2,
      orders: [id],
      photoFiles: 2,
      mailFiles: 2,
    })
    expect(readdirSync(folder)).toEqual(['link.2.eml'])
    expect((await readCheckout(unpaid.token)).status).toBe(404)
    expect((await readCheckout(other.token)).status).toBe(200)
    expect(await shop.backend.db.select().from(trackedEvents)).toEqual([])
  })

  it('is erased without an order, too; who stopped reminders gets none later', async () => {
    const { db, now } = shop.backend
    const { token } = await startCheckout({ customer: { email: kari.email } })
    const partnerToken = await createPartnerToken(shop.backend, { days: '30' })
    const checkoutId = (await findCheckout(token))?.id ?? ''
    const address = { checkoutId, mailedAt: now(), stoppedAt: now() }
    const emailHash = hashOf(kari.email)
    await db.insert(recoveryAddresses).values({ emailHash, stopCode: 'code', ...address })
    expect(await eraseOrder(shop.backend, { email: kari.email })).toMatchObject({ checkouts: 1 })
    expect(await findTokenRow(shop.backend, partnerToken)).toMatchObject({
      customerEmail: '',
      customerLastName: '',
    })
    expect(await db.select().from(recoveryAddresses)).toHaveLength(1)
  })
})
