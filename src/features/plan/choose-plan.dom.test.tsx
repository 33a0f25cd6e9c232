import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { loadPhoneRule } from '@/client/pickers/load-phone-rules'
import { findAddressFormat } from '@/domain/address/address-formats'
import type { PermitGroup } from '@/domain/destinations/pack-permits'
import { oneYearPrinted } from '../../../tests/support/permit-samples'
import { findRadio, findRadios, renderPlanStep } from '../../../tests/support/plan-step'
import { address, driver, products } from '../../../tests/support/sample-checkout'
import { translateEnglish as translate } from '../../../tests/support/texts'

const usAddress = { address: findAddressFormat('us') }
const getYearsLabel = (count: number) => translate('plan:years.title', { count })
const getFormatRadio = (name: 'physical' | 'digital') =>
  findRadio(translate(`plan:format.${name}.name`))
const listOfferedPlans = () =>
  [...document.querySelectorAll<HTMLInputElement>('[name=plan_physical]')].map(({ value }) => value)

describe('the plan cards', () => {
  it('show the yearly price of longer plans, and no lifetime plan without an offer', () => {
    renderPlanStep({ ...usAddress, state: { productList: products.filter(({ id }) => id !== 62) } })
    expect(listOfferedPlans()).toEqual(['40', '42', '41'])
    expect(screen.getByText(translate('plan:years.perYear', { price: '$23' }))).toBeTruthy()
    expect(screen.queryByText(translate('plan:lifetime.title'))).toBeNull()
  })

  it('are sorted by years in right-to-left languages', () => {
    renderPlanStep({ ...usAddress, dir: 'rtl' })
    expect(listOfferedPlans()).toEqual(['40', '41', '42'])
  })

  it('show only the plans on offer, and no format without a plan', async () => {
    const plan = renderPlanStep({
      ...usAddress,
      state: { productList: products.filter(({ id }) => [40, 42].includes(id)) },
    })
    expect(listOfferedPlans()).toEqual(['40', '42'])
    expect(findRadio(getYearsLabel(3)).checked).toBe(true)
    expect(getFormatRadio('physical').checked).toBe(true)
    expect(findRadios(translate('plan:format.digital.name'))).toEqual([])
    await plan.user.click(findRadio(getYearsLabel(1)))
    await plan.expectTotal('$93')
  })

  it('keep the years in the other format', async () => {
    const plan = renderPlanStep({ ...usAddress })
    await plan.user.click(getFormatRadio('digital'))
    await plan.expectTotal('$74')
    await plan.user.click(findRadios(getYearsLabel(2))[1] as HTMLInputElement)
    await plan.expectTotal('$64')
    await plan.user.click(getFormatRadio('physical'))
    await plan.expectTotal('$103')
  })
})

it('a digital permit continues without an address', async () => {
  const plan = renderPlanStep({ ...usAddress, state: { shipping: { ...address, city: '' } } })
  await plan.user.click(getFormatRadio('digital'))
  await plan.pressContinue()
  expect(await plan.expectReview()).toMatchObject({ country: '', address: '' })
  expect(plan.api.checkout().state).toMatchObject({ category: 'digital', selectedLicense: 45 })
})

it('a typed address returns after a switch to digital and back', async () => {
  const plan = renderPlanStep({ ...usAddress })
  await plan.fill('shipping_city', 'Salem')
  await plan.user.click(await plan.method('FedEx'))
  const expectCategory = (category: string) =>
    waitFor(() => expect(plan.store.getState().checkout.state.category).toBe(category))
  await plan.user.click(getFormatRadio('digital'))
  await expectCategory('digital')
  expect(plan.store.getState().checkout.state.shipping.city).toBe('')
  await plan.user.click(getFormatRadio('physical'))
  await expectCategory('physical')
  expect(plan.field('shipping_city').value).toBe('Salem')
  expect((await plan.method('FedEx')).checked).toBe(true)
  expect(plan.api.checkout().state).toMatchObject({
    shipping: { city: 'Salem', address: address.address },
    selectedShippingMethod: { code: 'fedex' },
  })
})

describe('the address', () => {
  const storedAddress = { ...address, id: 'stored' }
  const findAddressLine = () =>
    document.querySelector<HTMLDetailsElement>('details:has([name=shipping_country])')

  it('and the phone number are text if they are known, and fields on request', async () => {
    const phone = '+1 503 555 0143'
    const plan = renderPlanStep({ ...usAddress, phone, state: { shipping: storedAddress } })
    const line = await screen.findByText(address.address)
    expect(findAddressLine()?.open).toBe(false)
    expect(line.closest('summary')?.textContent).toContain(phone)
    await plan.user.click(screen.getByText(translate('plan:delivery.change')))
    await waitFor(() => expect(document.activeElement).toBe(plan.field('shipping_country')))
    await plan.fill('shipping_city', 'Salem')
    await plan.pressContinue()
    expect(await plan.expectReview()).toMatchObject({ city: 'Salem' })
  })

  it.each([
    ['the address', { shipping: { ...storedAddress, city: '' } }],
    ['a complete address', { shipping: { ...address, id: null } }],
    ['the phone number', { customer: { ...driver, phone: '', phone_typed: null } }],
  ])('is asked for without %s', (_, state) => {
    renderPlanStep({ ...usAddress, state: { shipping: storedAddress, ...state } })
    expect(findAddressLine()?.open).toBe(true)
  })

  it('opens with its error', async () => {
    const plan = renderPlanStep({ ...usAddress, state: { shipping: storedAddress } })
    expect(findAddressLine()?.open).toBe(false)
    await plan.user.clear(plan.field('shipping_city'))
    await plan.pressContinue()
    await plan.expectRefusedAt('shipping_city', translate('plan:issues.shipping_city.missing'))
    expect(findAddressLine()?.open).toBe(true)
  })
})

describe('the start of the trip', () => {
  const readCard = (name: string) => findRadio(name).closest('label')?.textContent

  it('shows which couriers arrive in time, is stored, and can be removed', async () => {
    const plan = renderPlanStep({ ...usAddress, today: '2026-11-20' })
    expect(readCard('DHL')).not.toContain(translate('plan:trip.in_time'))
    await plan.fill('trip_start', '2026-12-02')
    expect(readCard('DHL')).toContain(translate('plan:trip.in_time'))
    // Arrives from December 3.
    const isLate = `${translate('plan:trip.late')} ${translate('plan:trip.digitalLater')}`
    expect(readCard(translate('delivery.methods.post'))).toContain(isLate)
    await waitFor(() => expect(plan.api.checkout().state.trip_start).toBe('2026-12-02'))
    await plan.user.clear(plan.field('trip_start'))
    await waitFor(() => expect(plan.api.checkout().state.trip_start).toBeNull())
    expect(readCard('DHL')).not.toContain(translate('plan:trip.in_time'))
  })

  it('says once when the digital copy comes, however many couriers are late', async () => {
    const plan = renderPlanStep({ ...usAddress, today: '2026-11-20' })
    await plan.fill('trip_start', '2026-11-21')
    const count = (key: string) => `${document.body.textContent}`.split(translate(key)).length - 1
    expect(count('plan:trip.late')).toBeGreaterThan(1)
    expect(count('plan:trip.digitalLater')).toBe(1)
  })

  it('is not compared once it has passed', () => {
    renderPlanStep({ ...usAddress, today: '2026-11-20', state: { trip_start: '2026-11-01' } })
    expect(readCard('DHL')).not.toContain(translate('plan:trip.late'))
  })

  it('may not be in the past, which then replaces the day before', async () => {
    const plan = renderPlanStep({ ...usAddress, today: '2026-11-20' })
    await plan.fill('trip_start', '2026-12-02')
    expect(readCard('DHL')).toContain(translate('plan:trip.in_time'))
    await plan.fill('trip_start', '2026-11-01')
    expect(readCard('DHL')).not.toContain(translate('plan:trip.in_time'))
    await plan.pressContinue()
    await plan.expectRefusedAt('trip_start', translate('plan:issues.trip_start.past'))
  })
})

const spain: PermitGroup = { destinations: 'es', ...oneYearPrinted }

describe('the advice', () => {
  const permits = { groups: [spain], details: {} }

  it('says that it changed the plan and why, with the way back', async () => {
    const plan = renderPlanStep({
      ...usAddress,
      permits,
      state: { destinations: ['es'], selectedLicense: 40, planChanged: false },
    })
    const text = translate('permits:planChanged.text', {
      places: 'Spain',
      price: '$49',
      before: '$69',
    })
    expect(screen.getByText(text)).toBeTruthy()
    const button = screen.getByText(translate('permits:planChanged.change'))
    await plan.user.click(button)
    expect(screen.queryByText(text)).toBeNull()
    expect(findRadio(getYearsLabel(3)).checked).toBe(true)
    await plan.expectTotal('$113')
    const restored = translate('permits:planChanged.restored', { price: '$69', before: '$49' })
    expect(screen.getByText(restored).closest('[role=status]')).toBeTruthy()
    expect(document.activeElement).toBe(button)
    expect(button.textContent).toBe(translate('permits:planChanged.undo'))
    await plan.user.click(button)
    expect(screen.getByText(text)).toBeTruthy()
    expect(findRadio(getYearsLabel(1)).checked).toBe(true)
    await plan.expectTotal('$93')
  })
})

describe('the destinations', () => {
  const refused: PermitGroup = { ...spain, destinations: 'jp', in_: 'no', validity: 0 }

  it('that accept neither format are listed once, not as a shortcoming of the digital one', () => {
    renderPlanStep({
      ...usAddress,
      permits: { groups: [spain, refused], details: {} },
      state: { destinations: ['es', 'jp'] },
    })
    const text = translate('plan:format.digital.refused', { places: 'Spain' })
    expect(screen.getByText(text)).toBeTruthy()
    const refusal = translate('permits:conflicts.not_accepted', { country: 'Japan' })
    expect(screen.getAllByText(refusal)).toHaveLength(1)
  })
})

describe('the delivery methods', () => {
  const postLabel = translate('delivery.methods.post')
  const readChangeNotice = () => screen.queryByText(/^Delivery is now/)?.textContent ?? ''

  it('show when there are none, and Continue focuses the country', async () => {
    const plan = renderPlanStep({ ...usAddress })
    await plan.choose('shipping_country', 'aq')
    const noMethodsNotice = await screen.findByText(translate('plan:methods.none'))
    expect(noMethodsNotice.closest('[role=status]')).toBeTruthy()
    const issue = translate('plan:issues.shipping_country.undeliverable')
    expect(plan.readDescription('shipping_country')).toBe(issue)
    await plan.pressContinue()
    await plan.expectRefusedAt('shipping_country', issue)
  })

  it('announce an automatic change once, and only a visible one', async () => {
    const plan = renderPlanStep({ ...usAddress })
    const expectCountry = (country: string) =>
      waitFor(() => expect(plan.store.getState().checkout.state.shipping.country).toBe(country))
    await plan.user.click(await plan.method('DHL'))
    // Same speed, same price.
    await plan.choose('shipping_country', 'ca')
    await expectCountry('ca')
    await waitFor(async () => expect((await plan.method('DHL')).checked).toBe(true))
    expect(readChangeNotice()).toBe('')

    await plan.choose('shipping_country', 'by')
    await waitFor(() =>
      expect(readChangeNotice()).toContain(`Delivery is now ${postLabel}, $19, arrives`),
    )
    expect((await plan.method(postLabel)).checked).toBe(true)
    await plan.expectTotal('$113')

    // The chosen method is offered there and is selected again.
    await plan.choose('shipping_country', 'br')
    await waitFor(() =>
      expect(readChangeNotice()).toContain('Delivery is now DHL Express, $38, arrives'),
    )
    expect((await plan.method('DHL')).checked).toBe(true)
    await plan.expectTotal('$132')
    await plan.user.click(await plan.method(postLabel))
    await waitFor(() => expect(readChangeNotice()).toBe(''))
    await plan.expectTotal('$112')
  })

  it('announce nothing once the first country has its method again', async () => {
    const plan = renderPlanStep({ ...usAddress })
    await plan.choose('shipping_country', 'by')
    await waitFor(() => expect(readChangeNotice()).toContain(`Delivery is now ${postLabel}`))
    await plan.choose('shipping_country', 'us')
    await waitFor(async () => expect((await plan.method('DHL')).checked).toBe(true))
    await waitFor(() => expect(readChangeNotice()).toBe(''))
  })

  it('wait for the server’s choice if the list arrives first', async () => {
    const plan = renderPlanStep({ ...usAddress })
    await plan.choose('shipping_country', 'by')
    await waitFor(() => expect(readChangeNotice()).toContain(`Delivery is now ${postLabel}`))

    let release: () => void = () => undefined
    const gate = new Promise<void>(resolve => (release = resolve))
    plan.api.addAnswers({
      'PATCH checkout/': async call => {
        await gate
        return plan.save(call)
      },
    })
    await plan.choose('shipping_country', 'br')
    await plan.method('DHL')
    expect(readChangeNotice()).toBe('')
    release()
    await waitFor(() => expect(readChangeNotice()).toContain('Delivery is now DHL Express'))
    expect((await plan.method('DHL')).checked).toBe(true)
    await plan.expectTotal('$132')
  })
})

it('a phone number that is invalid in its country is asked for again', async () => {
  const plan = renderPlanStep({
    ...usAddress,
    state: { customer: { ...driver, phone: '', phone_typed: '5035550' }, dialCode: 'us' },
  })
  const shortIssue = translate('plan:issues.phone.short')
  plan.api.addAnswers({
    'PATCH checkout/': call => {
      const checkout = plan.save(call)
      if (!call.body.submits) return checkout
      const issues = [{ field: 'phone', message: 'phone.short' }]
      const refusal = { detail: 'x', code: 'step_refused', issues, checkout }
      return Response.json(refusal, { status: 422 })
    },
  })
  await plan.pressContinue()
  await waitFor(() => expect(document.activeElement).toBe(plan.field('phone')))
  expect(plan.readDescription('phone')).toContain(shortIssue)
  await loadPhoneRule()
  await plan.fill('phone', '503 555 0143')
  await waitFor(() => expect(plan.readDescription('phone')).not.toContain(shortIssue))
  await plan.fill('phone', '503 55')
  await plan.user.tab()
  await waitFor(() => expect(plan.readDescription('phone')).toContain(shortIssue))
  await plan.fill('phone', '503 555 0143')
  plan.api.addAnswers({ 'PATCH checkout/': plan.save })
  await plan.pressContinue()
  await plan.expectReview()
  expect(plan.api.checkout().state.customer.phone_typed).toBe('503 555 0143')
})

describe('Continue without a network', () => {
  /** The plan step with Continue waiting for the network, to save the customer's new name. */
  async function openOffline() {
    const plan = renderPlanStep({ ...usAddress })
    const onLineSpy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    let isOffline = true
    plan.api.addAnswers({
      'PATCH checkout/': call => (isOffline ? new TypeError('no network') : plan.save(call)),
    })
    return {
      ...plan,
      continueOffline: async () => {
        await plan.pressContinue()
        await screen.findByText(translate('errors.waiting'))
        expect(plan.hasNavigated()).toBe(false)
      },
      goOnline: () =>
        act(async () => {
          isOffline = false
          onLineSpy.mockReturnValue(true)
          window.dispatchEvent(new Event('online'))
        }),
    }
  }
  const expectSaved = (plan: { store: ReturnType<typeof renderPlanStep>['store'] }, name: string) =>
    waitFor(() =>
      expect(plan.store.getState()).toMatchObject({
        saving: 'saved',
        checkout: { state: { shipping: { first_name: name } } },
      }),
    )

  it('continues automatically when the network is back, with everything saved', async () => {
    const plan = await openOffline()
    await plan.fill('shipping_first_name', 'Maria')
    await plan.continueOffline()
    await plan.goOnline()
    expect(await plan.expectReview()).toMatchObject({ first_name: 'Maria' })
    expect(plan.api.checkout().state.shipping.first_name).toBe('Maria')
  })

  it('also waits if there is nothing new to save', async () => {
    const plan = await openOffline()
    await plan.continueOffline()
    await plan.goOnline()
    await plan.expectReview()
    expect(screen.queryByText(translate('errors.waiting'))).toBeNull()
  })

  it('does not continue automatically after a change', async () => {
    const plan = await openOffline()
    await plan.fill('shipping_first_name', 'Maria')
    await plan.continueOffline()
    await plan.fill('shipping_first_name', 'Mariana')
    expect(screen.queryByText(translate('errors.waiting'))).toBeNull()
    const unsavedNotice = await screen.findByText(translate('errors.couldNotSave'))
    await plan.goOnline()
    await expectSaved(plan, 'Mariana')
    await waitFor(() => expect(unsavedNotice.isConnected).toBe(false))
    expect(plan.hasNavigated()).toBe(false)
    await plan.pressContinue()
    await plan.expectReview()
  })

  it('does not continue while something else is open', async () => {
    const plan = await openOffline()
    await plan.fill('shipping_first_name', 'Maria')
    await plan.continueOffline()
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.showModal()
    await plan.goOnline()
    await expectSaved(plan, 'Maria')
    await waitFor(() => expect(screen.queryByText(translate('errors.waiting'))).toBeNull())
    expect(plan.hasNavigated()).toBe(false)
    dialog.remove()
    await plan.pressContinue()
    await plan.expectReview()
  })
})

it('a number that is only possible in the delivery country is offered with its calling code', async () => {
  await loadPhoneRule()
  const plan = renderPlanStep({
    ...usAddress,
    state: { customer: { ...driver, phone: '', phone_typed: null }, dialCode: 'es' },
  })
  const offer = translate('plan:phone.useCode', { code: '+1' })
  await plan.fill('phone', '(212) 555-2368')
  await plan.pressContinue()
  await waitFor(() => expect(plan.readDescription('phone')).toContain(offer))
  await plan.user.click(await screen.findByRole('button', { name: offer }))
  expect(plan.field('dialCode').value).toBe('us')
  expect(plan.readDescription('phone')).toBe(translate('plan:phone.hint'))
})
