import { describe, expect, it } from 'vitest'
import { submitStepForm } from '@/server/pages/step-forms'
import {
  createPayableCheckout,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { withShop } from '../support/with-shop'

const shop = withShop()

const request = { header: () => undefined, address: '192.0.2.1', launch: {} }

describe('a step form posted without scripts', () => {
  it('stores the typed values and lists the missing ones', async () => {
    const { token } = await startCheckout()
    const before = (await readCheckout(token)).body
    const { checkout, issues } = await submitStepForm(shop.backend, 'driver-details', before, {
      form: new URLSearchParams({ license_first_name: 'Ana', destinations: 'pt' }),
      ...request,
    })
    expect(checkout.state.customer.license_first_name).toBe('Ana')
    expect(checkout.state.destinations).toEqual(['pt'])
    expect(issues).toContainEqual({ field: 'email', message: 'email.missing' })
  })

  it('stores the known destinations and reports the unknown ones', async () => {
    const { token } = await startCheckout()
    const before = (await readCheckout(token)).body
    const destinations = ['IT', 'x'.repeat(50), 'x-bali', 'it']
    const { checkout, issues } = await submitStepForm(shop.backend, 'driver-details', before, {
      form: new URLSearchParams(destinations.map(code => ['destinations', code])),
      header: () => undefined,
      address: '192.0.2.1',
      launch: {},
    })
    expect(checkout.state.destinations).toEqual(['it', 'x-bali'])
    expect(issues[0]).toEqual({ field: 'destinations', message: 'destinations.unknown' })
  })

  it('asks for a phone number if the driver has none, and stores it', async () => {
    const { token } = await createPayableCheckout()
    const emptyPhone = { phone: '', phone_typed: '' }
    await saveCheckout(token, undefined, { customer: emptyPhone })
    const before = (await readCheckout(token)).body
    const post = async (form: Record<string, string>) =>
      submitStepForm(shop.backend, 'shipping', before, {
        form: new URLSearchParams(form),
        ...request,
      })
    const plan = { category: 'physical', plan_physical: '42' }
    expect((await post(plan)).issues).toEqual([{ field: 'phone', message: 'phone.missing' }])
    expect((await post({ ...plan, dialCode: 'us', phone: '503 555' })).issues).toEqual([
      { field: 'phone', message: 'phone.short' },
    ])
    const { checkout, issues } = await post({ ...plan, dialCode: 'us', phone: '(503) 555-0143' })
    expect([issues, checkout.state.customer.phone]).toEqual([[], '15035550143'])
  })
})
