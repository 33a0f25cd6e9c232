import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { writePhotos } from '@/commands/write-photos'
import { orderDetails } from '@/contract/order-details'
import { orders } from '@/server/db/tables/orders'
import { callRoute } from '../support/call-route'
import { createPaidCheckout, createPayableCheckout, pay } from '../support/customer'
import { callOperator, operatorKey, readOperatorOrder } from '../support/operator'
import { createPhoto } from '../support/photos'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const listRoute = '/backend/api/operator/orders/'
const photoRoute = '/orders/[id]/photos/[type]/'

describe('an operator’s call', () => {
  describe('in a shop without a key', () => {
    withShop()

    it('does not exist, whatever key is sent', async () => {
      for (const authorization of [undefined, 'Bearer ', `Bearer ${operatorKey}`])
        expect((await callRoute(listRoute, { headers: { authorization } })).status).toBe(404)
    })
  })

  describe('in a shop with a key', () => {
    withShop({ variables: { OPERATOR_KEY: operatorKey } })

    it.each([
      undefined,
      '',
      operatorKey,
      `Basic ${operatorKey}`,
      'Bearer',
      `Bearer ${operatorKey}x`,
      `Bearer ${operatorKey.slice(0, -1)}`,
    ])('is refused with %j', async authorization => {
      const { status, body } = await callRoute(listRoute, { headers: { authorization } })
      expect([status, body.code]).toEqual([401, 'operator_key'])
    })

    it('is checked before its body and its method are looked at', async () => {
      const wrong = { headers: { authorization: 'Bearer wrong' } }
      const path = '/backend/api/operator/orders/[id]/refund/'
      const call = { params: { id: 'x' }, rawBody: 'no json', ...wrong }
      expect((await callRoute(path, { method: 'POST', ...call })).status).toBe(401)
      expect((await callRoute(path, { method: 'DELETE', ...call })).status).toBe(401)
    })

    it('with wrong keys is limited, which leaves other addresses alone', async () => {
      const guess = { headers: { authorization: 'Bearer wrong' }, from: '10.0.0.1' }
      for (let tries = 0; tries < 20; tries += 1) await callRoute(listRoute, guess)
      const { status, headers } = await callRoute(listRoute, guess)
      expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
      expect((await callOperator('/orders/', { from: '10.0.0.2' })).status).toBe(200)
    })
  })
})

describe('an operator', () => {
  const shop = withShop({
    provider: startProvider,
    variables: { OPERATOR_KEY: operatorKey },
  })
  const list = async (query: Record<string, string> = {}) => {
    const { status, body } = await callOperator('/orders/', { query })
    expect(status).toBe(200)
    return body
  }

  it('lists orders by status and time, page by page, without personal data', async () => {
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) {
      ids.unshift((await createPaidCheckout()).order.id)
      shop.advanceClock(60_000)
    }
    await pay(await createPayableCheckout(), 'pm_card_chargeDeclined')
    const { orders, next } = await list()
    expect([orders.length, next]).toEqual([4, null])
    expect(orders[0]).toMatchObject({ status: 'pending', paid_at: null, plan_id: null })
    expect(JSON.stringify(orders)).not.toMatch(/ana@example|"Ana"|Portland/)

    const paid = await list({ status: 'paid', limit: '2' })
    expect(paid.orders.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
    const rest = await list({ status: 'paid', limit: '2', cursor: paid.next })
    expect(rest.orders.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2))
    expect(rest.next).toBeNull()
    const since = orders[1].created_at
    expect((await list({ since })).orders).toHaveLength(2)
  })

  it.each([
    { cursor: 'x' },
    { limit: '101' },
    { status: 'sent' },
    ...['today', '2026-11', '2026-02-30', '2026-11-26T13:40', '2026-11-26T25:00Z'].map(since => ({
      since,
    })),
  ])('gets 422 for the filter %j', async query => {
    expect((await callOperator('/orders/', { query })).status).toBe(422)
  })

  it.each([
    ['2026-11-26', '2026-11-26T00:00:00.000Z'],
    ['2026-11-26T13:40Z', '2026-11-26T13:40:00.000Z'],
    ['2026-11-26T13:40:10Z', '2026-11-26T13:40:10.000Z'],
    ['2026-11-26T13:40+02:00', '2026-11-26T11:40:00.000Z'],
    ['2026-11-26T13:40:10.5-05:00', '2026-11-26T18:40:10.500Z'],
  ])('lists the orders since %s, which is %s', async (since, time) => {
    const { order } = await createPaidCheckout()
    const createAt = (createdAt: Date) =>
      shop.backend.db.update(orders).set({ createdAt }).where(eq(orders.id, order.id))
    await createAt(new Date(time))
    expect(JSON.stringify(await list({ since }))).toContain(order.id)
    await createAt(new Date(Date.parse(time) - 1))
    expect(JSON.stringify(await list({ since }))).not.toContain(order.id)
  })

  it('sees all that the printer needs, and gets the photos', async () => {
    const { token, order } = await createPaidCheckout()
    await createPhoto(token, 'profile')
    await createPhoto(token, 'license_front')
    await createPhoto(token, 'profile')
    const { status, body } = await readOperatorOrder(order.id)
    expect(status).toBe(200)
    expect(orderDetails.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      order: { id: order.id, status: 'paid', total: 113, charged: { total: 113 } },
      customer: {
        email: 'ana@example.com',
        license_first_name: 'Ana',
        license_classes: ['b_passenger_car'],
      },
      shipping: { city: 'Portland' },
      missing_photos: ['license_back', 'signature'],
    })
    for (const value of Object.values(body.customer)) expect(value).not.toBe(null)
    expect(body.customer.date_of_birth).toMatch(/^\d{4}-\d\d?-\d\d?$/)
    const [front, profile] = body.photos
    expect([front.type, profile.type, profile.revision]).toEqual(['license_front', 'profile', 2])
    expect(profile.url).toBe(
      `${shop.backend.env.appUrl}/checkouts/backend/api/operator/orders/${order.id}/photos/profile/`,
    )
    const photo = await callOperator(photoRoute, { params: { id: order.id, type: 'profile' } })
    expect([photo.status, photo.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(photo.bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  })

  it('has photos written to files that no other user can read', async () => {
    const { token, order } = await createPaidCheckout()
    await createPhoto(token, 'profile')
    const parent = mkdtempSync(join(tmpdir(), 'ida-photos-'))
    const folder = join(parent, 'photos')
    const [file = '', ...others] = await writePhotos(shop.backend, order.id, folder)
    expect(others).toEqual([])
    rmSync(file)
    writeFileSync(file, 'an older one', { mode: 0o644 })
    await writePhotos(shop.backend, order.id, folder)
    const modes = [folder, file].map(path => statSync(path).mode & 0o777)
    expect([modes, statSync(file).size > 1_000]).toEqual([[0o700, 0o600], true])
    rmSync(parent, { recursive: true })
  })

  it('gets 404 for what does not exist', async () => {
    const { order } = await createPaidCheckout()
    for (const id of ['7KQ2M-XW4TD', '\0']) expect((await readOperatorOrder(id)).status).toBe(404)
    for (const type of ['profile', 'passport', '../profile'])
      expect((await callOperator(photoRoute, { params: { id: order.id, type } })).status).toBe(404)
  })
})
