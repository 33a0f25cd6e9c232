import { describe, expect, it } from 'vitest'
import { toDriverChange } from '@/domain/driver/driver-form'
import { submitStepForm } from '@/server/pages/step-forms'
import { callRoute } from '../support/call-route'
import { readCheckout, startCheckout } from '../support/customer'
import { type DriverCase, driverCases, rightForm } from '../support/driver-cases'
import { withShop } from '../support/with-shop'

const customersRoute = '/backend/api/customers/'

const shop = withShop()

const buildExpectedIssues = ({ issue }: DriverCase) => {
  if (!issue) return []
  const { text: _, ...fieldIssue } = issue
  return [fieldIssue]
}

describe.each(driverCases)('a driver $who', driverCase => {
  const form = { ...rightForm, ...driverCase.input }
  const language = driverCase.language ?? 'en'

  it('gets the expected issues from the server, and is stored only without issues', async () => {
    const { dialCode, customer } = toDriverChange(form)
    const { token } = await startCheckout({ dialCode, language })
    const { status, body } = await callRoute(customersRoute, {
      method: 'POST',
      query: { checkout: token },
      body: customer as object,
    })
    expect(body.issues ?? []).toEqual(buildExpectedIssues(driverCase))
    expect(status).toBe(driverCase.issue ? 422 : 200)
    const { state } = (await readCheckout(token)).body
    expect(state.customer.id === null).toBe(driverCase.issue !== null)
  })

  it('gets the same issues without scripts and keeps the typed values', async () => {
    const { token } = await startCheckout({ language })
    const before = (await readCheckout(token)).body
    const { issues, checkout } = await submitStepForm(shop.backend, 'driver-details', before, {
      form: toFormBody(form),
      header: () => undefined,
      address: '192.0.2.1',
      launch: {},
    })
    expect(issues).toEqual(buildExpectedIssues(driverCase))
    expect(checkout.state.customer.phone_typed).toBe(form.phone.trim())
  })
})

/** The form body as a browser posts it. */
function toFormBody(form: typeof rightForm): URLSearchParams {
  const pairs = Object.entries(form).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value)) return value.map(item => [name, item])
    if (typeof value === 'boolean') return value ? [[name, 'on']] : []
    return [[name, value]]
  })
  return new URLSearchParams(pairs)
}
