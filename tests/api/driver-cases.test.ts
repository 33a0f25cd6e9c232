import { describe, expect, it } from 'vitest'
import { driverChange } from '@/domain/driver/driver-form'
import * as customersRoute from '@/pages/api/backend/customers/index'
import { takePost } from '@/server/pages/step-forms'
import { callRoute } from '../support/call-route'
import { readCheckout, startCheckout } from '../support/customer'
import { type DriverCase, driverCases, rightForm } from '../support/driver-cases'
import { withShop } from '../support/with-shop'

const shop = withShop()

const issuesTold = ({ told }: DriverCase) => {
  if (!told) return []
  const { text: _, ...issue } = told
  return [issue]
}

describe.each(driverCases)('a driver $who', known => {
  const form = { ...rightForm, ...known.typed }
  const language = known.language ?? 'en'

  it('is told so by the server, and stored only when nothing is wrong', async () => {
    const { dialCode, customer } = driverChange(form)
    const { token } = await startCheckout({ dialCode, language })
    const { status, body } = await callRoute(customersRoute, {
      method: 'POST',
      query: { checkout: token },
      body: customer as object,
    })
    expect(body.issues ?? []).toEqual(issuesTold(known))
    expect(status).toBe(known.told ? 422 : 200)
    const { state } = (await readCheckout(token)).body
    expect(state.customer.id === null).toBe(known.told !== null)
  })

  it('is told the same without scripts, and finds what was typed', async () => {
    const { token } = await startCheckout({ language })
    const before = (await readCheckout(token)).body
    const { issues, checkout } = await takePost(shop.backend, 'driver-details', before, {
      form: posted(form),
      header: () => undefined,
      address: '192.0.2.1',
      launch: {},
    })
    expect(issues).toEqual(issuesTold(known))
    expect(checkout.state.customer.phone_typed).toBe(form.phone.trim())
  })
})

/** The form as a browser posts it. */
function posted(form: typeof rightForm): URLSearchParams {
  const pairs = Object.entries(form).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value)) return value.map(one => [name, one])
    if (typeof value === 'boolean') return value ? [[name, 'on']] : []
    return [[name, value]]
  })
  return new URLSearchParams(pairs)
}
