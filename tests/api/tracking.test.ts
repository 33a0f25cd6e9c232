import { beforeEach, describe, expect, it } from 'vitest'
import { rateLimits } from '@/server/db/tables/counters'
import { trackedEvents } from '@/server/db/tables/events'
import { callRoute } from '../support/call-route'
import { withShop } from '../support/with-shop'

const trackRoute = '/backend/api/customers/track-event/'

const shop = withShop()
beforeEach(async () => {
  await shop.backend.db.delete(trackedEvents)
})

const track = (body: object, from?: string) =>
  callRoute(trackRoute, { method: 'POST', body, ...(from !== undefined && { from }) })
const readTrackedEvents = () => shop.backend.db.select().from(trackedEvents)

const addToCartEvent = { email: 'Ana@Example.com', event: 'add-to-cart', selected_product: 42 }

describe('a tracked event', () => {
  it('is stored with the plan', async () => {
    const { status, body } = await track(addToCartEvent)
    expect([status, body]).toEqual([200, { data: { event: 'add-to-cart' } }])
    expect(await readTrackedEvents()).toMatchObject([
      { event: 'add-to-cart', selectedProduct: 42, referralCode: null },
    ])
  })

  it('is stored with the referral code', async () => {
    await track({ email: 'ana@example.com', event: 'email', referral_code: ' ANNA ' })
    expect(await readTrackedEvents()).toMatchObject([
      { selectedProduct: null, referralCode: 'ANNA' },
    ])
  })

  it('is stored with a hash of the email address, which is the same for the same customer', async () => {
    await track(addToCartEvent)
    await track({ ...addToCartEvent, email: ' ana@example.com' })
    await track({ ...addToCartEvent, email: 'eva@example.com' })
    const rows = await readTrackedEvents()
    expect(JSON.stringify(rows).toLowerCase()).not.toContain('example.com')
    expect(new Set(rows.map(({ emailHash }) => emailHash)).size).toBe(2)
  })

  it.each<[string, object, string[]]>([
    ['without an email address', { email: '' }, ['email.missing']],
    ['with an incomplete email address', { email: 'ana@' }, ['email.domain']],
    ['without an event name', { event: '' }, ['event.shape']],
    ['with an invalid event name', { event: '<b>hello</b>' }, ['event.shape']],
    ['with an unknown plan', { selected_product: 7 }, ['selected_product.unknown']],
    [
      'with two errors',
      { email: 'ana', selected_product: 0 },
      ['email.at', 'selected_product.unknown'],
    ],
    ['with a referral code that cannot be stored', { referral_code: 'A\0B' }, ['text.unreadable']],
  ])('%s is not stored', async (_, change, messages) => {
    const { status, body } = await track({ ...addToCartEvent, ...change })
    expect(status).toBe(422)
    expect(body.issues.map(({ message }: { message: string }) => message)).toEqual(messages)
    expect(await readTrackedEvents()).toEqual([])
  })

  it.each<[string, object]>([
    ['an email address of another type', { email: 7 }],
    ['a referral code that is too long', { referral_code: 'x'.repeat(201) }],
    ['a plan id as text', { selected_product: '42' }],
  ])('with %s is not stored', async (_, change) => {
    expect((await track({ ...addToCartEvent, ...change })).status).toBe(422)
    expect(await readTrackedEvents()).toEqual([])
  })

  it('is rate limited per address', async () => {
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
