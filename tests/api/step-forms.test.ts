import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takePost } from '@/server/posts'
import { openTestBackend, type TestBackend } from '../support/backend'
import { readCheckout, startCheckout } from '../support/customer'

let shop: TestBackend
beforeAll(async () => {
  shop = await openTestBackend()
})
afterAll(() => shop.close())

const sent = { header: () => undefined, address: '192.0.2.1', launch: {} }

describe('a step’s form posted without scripts', () => {
  it.each([
    ['driver-details', { license_first_name: 'x'.repeat(5_000) }],
    ['driver-details', { license_issued: 'usa' }],
    ['shipping', { category: 'physical', plan_physical: '42', shipping_city: 'x'.repeat(5_000) }],
  ] as const)(
    'that no checkout can hold is refused, and breaks nothing: %s %j',
    async (id, form) => {
      const { token } = await startCheckout()
      const before = (await readCheckout(token)).body
      const posted = takePost(shop.backend, id, before, {
        form: new URLSearchParams(form),
        ...sent,
      })
      await expect(posted).rejects.toMatchObject({ status: 422 })
      expect((await readCheckout(token)).body).toEqual(before)
    },
  )

  it('keeps what was typed, and says what is missing', async () => {
    const { token } = await startCheckout()
    const before = (await readCheckout(token)).body
    const { checkout, issues } = await takePost(shop.backend, 'driver-details', before, {
      form: new URLSearchParams({ license_first_name: 'Ana', destinations: 'pt' }),
      ...sent,
    })
    expect(checkout.state.customer.license_first_name).toBe('Ana')
    expect(checkout.state.destinations).toEqual(['pt'])
    expect(issues).toContainEqual({ field: 'email', message: 'email.missing' })
  })

  it('keeps the destinations there are, and says which there are not', async () => {
    const { token } = await startCheckout()
    const before = (await readCheckout(token)).body
    const destinations = ['IT', 'x'.repeat(50), 'x-bali', 'it']
    const { checkout, issues } = await takePost(shop.backend, 'driver-details', before, {
      form: new URLSearchParams(destinations.map(code => ['destinations', code])),
      header: () => undefined,
      address: '192.0.2.1',
      launch: {},
    })
    expect(checkout.state.destinations).toEqual(['it', 'x-bali'])
    expect(issues[0]).toEqual({ field: 'destinations', message: 'destinations.unknown' })
  })
})
