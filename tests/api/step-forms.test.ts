import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takePost } from '@/server/posts'
import { openTestBackend, type TestBackend } from '../support/backend'
import { readCheckout, startCheckout } from '../support/customer'

let shop: TestBackend
beforeAll(async () => {
  shop = await openTestBackend()
})
afterAll(() => shop.close())

describe('a step’s form posted without scripts', () => {
  it.each([
    ['driver-details', { license_first_name: 'x'.repeat(5_000) }],
    ['driver-details', { license_issued: 'usa' }],
    ['driver-details', { destination: 'x'.repeat(50) }],
    ['shipping', { category: 'physical', plan_physical: '42', shipping_city: 'x'.repeat(5_000) }],
  ] as const)(
    'that no checkout can hold is refused, and breaks nothing: %s %j',
    async (id, form) => {
      const { token } = await startCheckout()
      const before = (await readCheckout(token)).body
      const posted = takePost(shop.backend, id, before, {
        form: new URLSearchParams(form),
        header: () => undefined,
      })
      await expect(posted).rejects.toMatchObject({ status: 422 })
      expect((await readCheckout(token)).body).toEqual(before)
    },
  )

  it('keeps what was typed, and says what is missing', async () => {
    const { token } = await startCheckout()
    const before = (await readCheckout(token)).body
    const { checkout, issues } = await takePost(shop.backend, 'driver-details', before, {
      form: new URLSearchParams({ license_first_name: 'Ana', destination: 'pt' }),
      header: () => undefined,
    })
    expect(checkout.state.customer.license_first_name).toBe('Ana')
    expect(checkout.state.destinations).toEqual(['pt'])
    expect(issues).toContainEqual({ field: 'email', message: 'email.missing' })
  })
})
