import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getServerSideProps as driverPage } from '@/pages/v2/driver-details'
import { getServerSideProps as reviewPage } from '@/pages/v2/review'
import { getServerSideProps as shippingPage } from '@/pages/v2/shipping'
import { getServerSideProps as photosPage } from '@/pages/v2/upload-photos'
import { buildPermits, noPermits } from '@/server/catalog/permit-data'
import { buildBuiltInRecords } from '@/server/catalog/permit-table'
import { submitStepForm } from '@/server/pages/step-forms'
import type { TestBackend } from '../support/backend'
import { callRoute } from '../support/call-route'
import {
  createPayableCheckout,
  driverAnswers,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { renderPage } from '../support/render-page'
import { driver } from '../support/sample-checkout'
import { withShop } from '../support/with-shop'

const customersRoute = '/backend/api/customers/'
const permitRoute = '/backend/api/permits/[id]/'

let builtInPermits: TestBackend['backend']['permits']
const shop = withShop()
beforeAll(async () => {
  builtInPermits = shop.backend.permits
})
afterEach(() => {
  shop.backend.permits = builtInPermits
})

/** Replaces the rules of one destination. */
async function changePermit(id: string, rules: object): Promise<void> {
  const table = await buildPermits(
    buildBuiltInRecords().map(record => (record.id === id ? { ...record, ...rules } : record)),
  )
  shop.backend.permits = async () => table
}

const storeDriver = (token: string, answers: object = driverAnswers) =>
  callRoute(customersRoute, { method: 'POST', query: { checkout: token }, body: answers })

const saveState = async (token: string, state: object) => {
  const { version } = (await readCheckout(token)).body
  const { status, text, body } = await saveCheckout(token, version, state)
  expect(status, text).toBe(200)
  return body.state
}

const japanIssue = { field: 'not_accepted:jp', message: 'acknowledgements.missing' }

describe('a destination that accepts no permit', () => {
  it('must be acknowledged before the driver is stored', async () => {
    const { token } = await startCheckout({ destinations: ['jp'] })
    const refusal = await storeDriver(token)
    expect([refusal.status, refusal.body.issues]).toEqual([422, [japanIssue]])
    await saveState(token, { acknowledgements: ['not_accepted:jp'] })
    expect((await storeDriver(token)).status).toBe(200)
    expect((await readCheckout(token)).body.state.step).toBe(2)
  })

  it('can be acknowledged without scripts by a checkbox on the returned page', async () => {
    const { token } = await startCheckout()
    const post = async (form: Record<string, string>) =>
      submitStepForm(shop.backend, 'driver-details', (await readCheckout(token)).body, {
        form: new URLSearchParams(form),
        header: () => undefined,
        address: '192.0.2.1',
        launch: {},
      })
    const first = await post({ destinations: 'jp' })
    expect(first.issues).toContainEqual(japanIssue)
    const second = await post({ destinations: 'jp', acknowledgements: 'not_accepted:jp' })
    expect(second.issues).not.toContainEqual(japanIssue)
    expect(second.checkout.state.acknowledgements).toEqual(['not_accepted:jp'])
    const third = await post({ destinations: 'jp' })
    expect(third.issues).toContainEqual(japanIssue)
  })

  it('leads back to the first step when chosen later, and blocks the payment', async () => {
    const checkout = await createPayableCheckout()
    await saveState(checkout.token, { destinations: ['jp'] })
    expect((await renderPage(photosPage, { token: checkout.token })).redirectTo).toBe(
      '/v2/driver-details/?back=',
    )
    const { status, body } = await pay(checkout)
    expect([status, body.code]).toEqual([409, 'incomplete'])
  })

  it('loses its acknowledgement when it is removed', async () => {
    const { token } = await startCheckout({ destinations: ['jp', 'it'] })
    await saveState(token, { acknowledgements: ['not_accepted:jp'] })
    const state = await saveState(token, { destinations: ['it'] })
    expect(state.acknowledgements).toEqual([])
  })

  it('for digital permits must be acknowledged before a digital plan reaches the review', async () => {
    const { token } = await createPayableCheckout({ destinations: ['es'] })
    const digital = await saveState(token, { selectedLicense: 45, step: 4 })
    expect(digital.step).toBe(5)
    expect((await renderPage(reviewPage, { token })).redirectTo).toBe(
      '/v2/shipping/?back=&from=review',
    )
    await saveState(token, { acknowledgements: ['digital_refused:es'] })
    expect((await renderPage(reviewPage, { token })).redirectTo).toBeUndefined()
  })

  it('for digital permits can be acknowledged without scripts on the plan page', async () => {
    const { token } = await createPayableCheckout({ destinations: ['es'] })
    const before = (await readCheckout(token)).body
    const post = (form: Record<string, string>) =>
      submitStepForm(shop.backend, 'shipping', before, {
        form: new URLSearchParams({ category: 'digital', plan_digital: '45', ...form }),
        header: () => undefined,
        address: '192.0.2.1',
        launch: {},
      })
    const refusal = await post({})
    expect(refusal.issues).toEqual([
      { field: 'digital_refused:es', message: 'acknowledgements.missing' },
    ])
    const { props } = await renderPage(shippingPage, { token })
    expect(JSON.stringify(props?.permits)).toContain('"es')
    expect((await post({ acknowledgements: 'digital_refused:es' })).issues).toEqual([])
  })

  it('needs no acknowledgement while the rules are unknown', async () => {
    shop.backend.permits = async () => noPermits
    const { token } = await startCheckout({ destinations: ['jp'] })
    expect((await storeDriver(token)).status).toBe(200)
  })

  it.each([['jp'], ['not_accepted:japan!'], ['longer_than_accepted:es'], [7]])(
    'is not acknowledged by %j',
    async id => {
      const { token, version } = await startCheckout()
      expect((await saveCheckout(token, version, { acknowledgements: [id] })).status).toBe(422)
    },
  )
})

describe('a residence for which no permit is issued', () => {
  it('is refused, and the page gets the details of the rule', async () => {
    await changePermit('us', {
      from_: 'no',
      condition_issuing: '<p>By <b>law</b></p><script>x</script>',
    })
    const { token } = await startCheckout()
    const { status, body } = await storeDriver(token)
    expect([status, body.issues]).toEqual([
      422,
      [{ field: 'country_of_residence', message: 'country_of_residence.refused' }],
    ])
    const { props } = await renderPage(driverPage, { token })
    expect(props?.permits?.details['us']?.condition_issuing).toBe('<p>By <b>law</b></p>')
  })

  it('does not affect other countries', async () => {
    await changePermit('us', { from_: 'no' })
    const { token } = await startCheckout()
    const { status } = await storeDriver(token, { ...driverAnswers, country_of_residence: 'pt' })
    expect(status).toBe(200)
  })
})

describe('the plan', () => {
  it.each([
    ['Spain', ['es'], 40],
    ['Bali', ['x-bali'], 40],
    ['Italy', ['it'], 42],
    ['Italy and Thailand', ['it', 'th'], 40],
  ])('recommended for %s is selected and priced', async (_, destinations, plan) => {
    const { token } = await startCheckout()
    const state = await saveState(token, { destinations })
    expect(state).toMatchObject({ selectedLicense: plan, planChanged: false })
    const { quote } = (await readCheckout(token)).body
    expect(quote.plan).toBe(plan === 40 ? 49 : 69)
  })

  it('recommended for the destinations of a new checkout is selected', async () => {
    const { state } = await startCheckout({ destinations: ['es'] })
    expect(state.selectedLicense).toBe(40)
  })

  it('is reset when the destination is removed', async () => {
    const { token } = await startCheckout({ destinations: ['es'] })
    expect((await saveState(token, { destinations: [] })).selectedLicense).toBe(42)
  })

  it('chosen by the customer stays', async () => {
    const { token } = await startCheckout({ selectedLicense: 42, planChanged: true })
    expect((await saveState(token, { destinations: ['es'] })).selectedLicense).toBe(42)
  })

  it('chosen in the same request as the destinations stays', async () => {
    const { token } = await startCheckout()
    const change = { destinations: ['es'], selectedLicense: 41, planChanged: true }
    expect((await saveState(token, change)).selectedLicense).toBe(41)
  })
})

describe('the country rules of a page', () => {
  it('include every rule, and the details of the chosen destinations only', async () => {
    await changePermit('it', { condition_using: '<p>By day</p>' })
    const { token } = await startCheckout({ destinations: ['it'] })
    const { props } = await renderPage(driverPage, { token })
    expect(props?.permits?.groups.length).toBeGreaterThan(5)
    expect(Object.keys(props?.permits?.details ?? {})).toEqual(['it'])
    const response = await renderPage(driverPage)
    expect(response.props?.permits?.details).toEqual({})
  })

  it('can be completed by a call for another country’s details', async () => {
    await changePermit('it', { condition_using: '<p onclick="x()">By day</p>' })
    const { status, body } = await callRoute(permitRoute, { params: { id: 'IT' } })
    expect([status, body.condition_using]).toEqual([200, '<p>By day</p>'])
    for (const id of ['fr', 'zz', '../it', ''])
      expect((await callRoute(permitRoute, { params: { id } })).status).toBe(404)
  })
})

it('the sample driver lives in a country for which permits are issued', () => {
  expect(driver.country_of_residence).toBe('us')
})
