import { beforeEach, describe, expect, it } from 'vitest'
import * as trackRoute from '@/pages/api/backend/customers/track-event'
import { rateLimits } from '@/server/db/tables/counters'
import { trackedEvents } from '@/server/db/tables/events'
import { callRoute } from '../support/call-route'
import { withShop } from '../support/with-shop'

const shop = withShop()
beforeEach(async () => {
  await shop.backend.db.delete(trackedEvents)
})

const track = (body: object, from?: string) =>
  callRoute(trackRoute, { method: 'POST', body, ...(from !== undefined && { from }) })
const readTrackedEvents = () => shop.backend.db.select().from(trackedEvents)

const addToCartEvent = { email: 'Ana@Example.com', event: 'add-to-cart', selected_product: 42 }

describe('what a customer did', () => {
  it('is kept with the plan, and answered', async () => {
    const { status, body } = await track(addToCartEvent)
    expect([status, body]).toEqual([200, { data: { event: 'add-to-cart' } }])
    expect(await readTrackedEvents()).toMatchObject([
      { event: 'add-to-cart', selectedProduct: 42, referralCode: null },
    ])
  })

  it('is kept with who sent the customer', async () => {
    await track({ email: 'ana@example.com', event: 'email', referral_code: ' ANNA ' })
    expect(await readTrackedEvents()).toMatchObject([
      { selectedProduct: null, referralCode: 'ANNA' },
    ])
  })

  it('is kept without the address, and the same customer is known again', async () => {
    await track(addToCartEvent)
    await track({ ...addToCartEvent, email: ' ana@example.com' })
    await track({ ...addToCartEvent, email: 'eva@example.com' })
    const rows = await readTrackedEvents()
    expect(JSON.stringify(rows).toLowerCase()).not.toContain('example.com')
    expect(new Set(rows.map(({ emailHash }) => emailHash)).size).toBe(2)
  })

  it.each<[string, object, string[]]>([
    ['without an address', { email: '' }, ['email.missing']],
    ['with half an address', { email: 'ana@' }, ['email.domain']],
    ['without a name', { event: '' }, ['event.shape']],
    ['with a sentence for a name', { event: '<b>hello</b>' }, ['event.shape']],
    ['with a plan that is none', { selected_product: 7 }, ['selected_product.unknown']],
    [
      'wrong twice',
      { email: 'ana', selected_product: 0 },
      ['email.at', 'selected_product.unknown'],
    ],
    ['with a code that cannot be stored', { referral_code: 'A\0B' }, ['text.unreadable']],
  ])('is not kept %s', async (_, change, messages) => {
    const { status, body } = await track({ ...addToCartEvent, ...change })
    expect(status).toBe(422)
    expect(body.issues.map(({ message }: { message: string }) => message)).toEqual(messages)
    expect(await readTrackedEvents()).toEqual([])
  })

  it.each<[string, object]>([
    ['an address of another type', { email: 7 }],
    ['a code without end', { referral_code: 'x'.repeat(201) }],
    ['a plan in words', { selected_product: '42' }],
  ])('is not kept with %s', async (_, change) => {
    expect((await track({ ...addToCartEvent, ...change })).status).toBe(422)
    expect(await readTrackedEvents()).toEqual([])
  })

  it('is not kept from a flood, while others go on', async () => {
    await track(addToCartEvent, '192.0.2.77')
    await shop.backend.db.update(rateLimits).set({ count: 299 })
    expect((await track(addToCartEvent, '192.0.2.77')).status).toBe(200)
    const { status, headers } = await track(addToCartEvent, '192.0.2.77')
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
    expect((await track(addToCartEvent, '192.0.2.78')).status).toBe(200)
    shop.advanceClock(3_600_000)
    expect((await track(addToCartEvent, '192.0.2.77')).status).toBe(200)
  })
})
