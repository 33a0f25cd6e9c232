import { describe, expect, it } from 'vitest'
import { toShippingForm } from '@/domain/address/shipping-form'
import { difference } from '@/domain/checkout/state-change'
import { toDriverChange, toDriverForm } from '@/domain/driver/driver-form'
import { getServerSideProps as driverPage } from '@/pages/v2/driver-details'
import { getServerSideProps as planPage } from '@/pages/v2/shipping'
import { formatPhone } from '@/server/checkout/format-phone'
import { callRoute } from '../support/call-route'
import {
  createPayableCheckout,
  driverAnswers,
  parcelAnswers,
  readCheckout,
  saveCheckout,
  startCheckout,
  storedDriverAnswers,
} from '../support/customer'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

withShop()

const submit = (token: string, version: number, submits: string, state: object = {}) =>
  callRoute(`/backend/api/checkout/${token}/`, {
    method: 'PATCH',
    body: { version, state, submits },
  })

/** A new checkout whose driver is submitted. */
async function submitDriver() {
  const { token, version } = await startCheckout()
  return submit(token, version, 'driver-details', { customer: driverAnswers })
}

describe('a submitted step', () => {
  it('stores the driver like its own call, in one write with the change', async () => {
    const { status, body } = await submitDriver()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      version: 2,
      state: {
        step: 2,
        customer: { ...storedDriverAnswers, id: expect.stringMatching(/^[\w-]{16}$/) },
        shipping: { first_name: driverAnswers.license_first_name },
      },
    })
  })

  it('cleans the answers that were saved while they were typed', async () => {
    const { token, version } = await startCheckout()
    const customer = { ...driverAnswers, license_first_name: '  Ana   Maria ' }
    const saved = (await saveCheckout(token, version, { customer })).body
    const { body } = await submit(token, saved.version, 'driver-details')
    expect(body.state.customer.license_first_name).toBe('Ana Maria')
  })

  it('stores the address and keeps its id', async () => {
    const { token, version } = (await submitDriver()).body
    const photos = { approval_documents: { add_later: true } }
    const afterPhotos = (await submit(token, version, 'upload-photos', photos)).body
    expect(afterPhotos.state.step).toBe(3)
    const first = await submit(token, afterPhotos.version, 'shipping', { shipping: parcelAnswers })
    expect(first.body.state).toMatchObject({ step: 4, shipping: parcelAnswers })
    const { id } = first.body.state.shipping
    const second = await submit(token, first.body.version, 'shipping', {
      shipping: { city: 'Salem' },
    })
    expect(second.body.state.shipping).toMatchObject({ id, city: 'Salem' })
  })

  it.each([
    ['with its plus', '+44 20 7946 0958', '+44 20 7946 0958'],
    ['without it', '44 20 7946 0958', '+44 20 7946 0958'],
  ])(
    'shows the calling code of a number typed %s, and the form has nothing left to save',
    async (_, phone_typed, shown) => {
      const { token, version } = await startCheckout({ dialCode: 'us' })
      const state = { customer: { ...driverAnswers, height_unit: 'cm', phone_typed } }
      const submitted = (await submit(token, version, 'driver-details', state)).body.state
      const form = toDriverForm(submitted)
      expect([form.dialCode, form.phone]).toEqual(['gb', phone_typed])
      expect(difference(submitted, toDriverChange(form))).toEqual({})
      expect(formatPhone(submitted)).toBe(shown)
      expect((await renderPage(driverPage as never, { token })).props).toHaveProperty(
        'submittedVersion',
      )
    },
  )

  it('shows the calling code of a number that is typed for the courier', async () => {
    const { token, version } = (await submitDriver()).body
    const state = {
      approval_documents: { add_later: true },
      shipping: parcelAnswers,
      customer: { phone_typed: '+44 20 7946 0958' },
      dialCode: 'us',
    }
    const submitted = (await submit(token, version, 'shipping', state)).body.state
    expect(submitted).toMatchObject({ step: 4, dialCode: 'gb' })
    expect(toShippingForm(submitted)).toMatchObject({ dialCode: 'gb', phone: '+44 20 7946 0958' })
  })

  it('needs no address for a digital permit', async () => {
    const { token, version } = (await submitDriver()).body
    const { body } = await submit(token, version, 'shipping', {
      approval_documents: { add_later: true },
      selectedLicense: 45,
    })
    expect(body.state).toMatchObject({ step: 4, shipping: { id: null } })
  })

  it('of the express checkout stores driver and address', async () => {
    const { token, version } = await startCheckout()
    const { status, body } = await submit(token, version, 'info', {
      customer: driverAnswers,
      shipping: parcelAnswers,
      approval_documents: { add_later: true },
    })
    expect(status).toBe(200)
    expect(body.state).toMatchObject({ customer: storedDriverAnswers, shipping: parcelAnswers })
  })

  it('that is invalid is refused with its issues; the other changes are saved', async () => {
    const { token, version } = await startCheckout()
    const customer = { ...driverAnswers, email: 'nobody' }
    const { status, body } = await submit(token, version, 'driver-details', { customer })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'step_refused',
      issues: [{ field: 'email' }],
      checkout: { version: 2, state: { step: 1, customer: { email: 'nobody', id: null } } },
    })
    expect((await readCheckout(token)).body.state.customer.email).toBe('nobody')
  })

  it('of an outdated copy changes nothing', async () => {
    const { token, version } = (await submitDriver()).body
    const { status, body } = await submit(token, version - 1, 'shipping', {
      shipping: parcelAnswers,
    })
    expect([status, body.code, body.checkout.version]).toEqual([409, 'stale', version])
  })
})

describe('a page', () => {
  it('says at which version its step is submitted, and not once an answer has changed', async () => {
    const { token, version } = await createPayableCheckout()
    for (const page of [driverPage, planPage])
      expect((await renderPage(page as never, { token })).props?.submittedVersion).toBe(version)
    await saveCheckout(token, version, { customer: { license_first_name: ' Ana' } })
    expect((await renderPage(driverPage as never, { token })).props).not.toHaveProperty(
      'submittedVersion',
    )
  })
})
