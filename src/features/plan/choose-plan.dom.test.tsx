import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { loadPhoneRule } from '@/client/pickers/load-phone-rules'
import { addressFormatOf } from '@/domain/address/address-formats'
import { openPlan, radio, radios } from '../../../tests/support/plan-step'
import { address, driver, products } from '../../../tests/support/sample-checkout'
import { english as say } from '../../../tests/support/texts'

const us = { address: addressFormatOf('us') }
const years = (count: number) => say('plan:years.title', { count })
const format = (name: 'physical' | 'digital') => radio(say(`plan:format.${name}.name`))
const offered = () =>
  [...document.querySelectorAll<HTMLInputElement>('[name=plan_physical]')].map(({ value }) => value)

describe('the plan cards', () => {
  it('name the price of a year where there are several, and no plan for life', () => {
    openPlan({ ...us, state: { productList: products.filter(({ id }) => id !== 62) } })
    expect(offered()).toEqual(['40', '42', '41'])
    expect(screen.getByText(say('plan:years.perYear', { price: '$23' }))).toBeTruthy()
    expect(screen.queryByText(say('plan:lifetime.title'))).toBeNull()
  })

  it('are in the order of their years where the page runs from right to left', () => {
    openPlan({ ...us, dir: 'rtl' })
    expect(offered()).toEqual(['40', '41', '42'])
  })

  it('are those that are on offer, and no format without any', async () => {
    const plan = openPlan({
      ...us,
      state: { productList: products.filter(({ id }) => [40, 42].includes(id)) },
    })
    expect(offered()).toEqual(['40', '42'])
    expect(radio(years(3)).checked).toBe(true)
    expect(format('physical').checked).toBe(true)
    expect(radios(say('plan:format.digital.name'))).toEqual([])
    await plan.user.click(radio(years(1)))
    await plan.costs('$93')
  })

  it('have the same years in the other format', async () => {
    const plan = openPlan({ ...us })
    await plan.user.click(format('digital'))
    await plan.costs('$74')
    await plan.user.click(radios(years(2))[1] as HTMLInputElement)
    await plan.costs('$64')
    await plan.user.click(format('physical'))
    await plan.costs('$103')
  })
})

it('a digital permit goes on without an address', async () => {
  const plan = openPlan({ ...us, state: { shipping: { ...address, city: '' } } })
  await plan.user.click(format('digital'))
  await plan.goOn()
  expect(await plan.reachesReview()).toBeUndefined()
  expect(plan.api.checkout().state).toMatchObject({ category: 'digital', selectedLicense: 45 })
})

it('an address that was typed is there again after a look at the digital permit', async () => {
  const plan = openPlan({ ...us })
  await plan.fill('shipping_city', 'Salem')
  await plan.user.click(await plan.method('FedEx'))
  const isSavedAs = (category: string) =>
    waitFor(() => expect(plan.store.getState().checkout.state.category).toBe(category))
  await plan.user.click(format('digital'))
  await isSavedAs('digital')
  expect(plan.store.getState().checkout.state.shipping.city).toBe('')
  await plan.user.click(format('physical'))
  await isSavedAs('physical')
  expect(plan.field('shipping_city').value).toBe('Salem')
  expect((await plan.method('FedEx')).checked).toBe(true)
  expect(plan.api.checkout().state).toMatchObject({
    shipping: { city: 'Salem', address: address.address },
    selectedShippingMethod: { code: 'fedex' },
  })
})

describe('the ways of delivery', () => {
  const byPost = say('delivery.methods.post')
  const now = () => screen.queryByText(/^Delivery is now/)?.textContent ?? ''

  it('say where there are none, and lead Continue back to the country', async () => {
    const plan = openPlan({ ...us })
    await plan.choose('shipping_country', 'aq')
    const none = await screen.findByText(say('plan:methods.none'))
    expect(none.closest('[role=status]')).toBeTruthy()
    await plan.goOn()
    await plan.isRefusedAt('shipping_country', say('plan:issues.shipping_country.undeliverable'))
  })

  it('announce a change that came by itself once, and only one that can be seen', async () => {
    const plan = openPlan({ ...us })
    const isSavedFor = (country: string) =>
      waitFor(() => expect(plan.store.getState().checkout.state.shipping.country).toBe(country))
    await plan.user.click(await plan.method('DHL'))
    // As fast, and for as much.
    await plan.choose('shipping_country', 'ca')
    await isSavedFor('ca')
    await waitFor(async () => expect((await plan.method('DHL')).checked).toBe(true))
    expect(now()).toBe('')

    await plan.choose('shipping_country', 'by')
    await waitFor(() => expect(now()).toContain(`Delivery is now ${byPost}, $19, arrives`))
    expect((await plan.method(byPost)).checked).toBe(true)
    await plan.costs('$113')

    // What was chosen is offered there, and comes back.
    await plan.choose('shipping_country', 'br')
    await waitFor(() => expect(now()).toContain('Delivery is now DHL Express, $38, arrives'))
    expect((await plan.method('DHL')).checked).toBe(true)
    await plan.costs('$132')
    await plan.user.click(await plan.method(byPost))
    await waitFor(() => expect(now()).toBe(''))
    await plan.costs('$112')
  })

  it('wait for the server to say which one it is, when the list comes sooner', async () => {
    const plan = openPlan({ ...us })
    await plan.choose('shipping_country', 'by')
    await waitFor(() => expect(now()).toContain(`Delivery is now ${byPost}`))

    let save: () => void = () => undefined
    const isLetThrough = new Promise<void>(resolve => (save = resolve))
    plan.api.answer({
      'PATCH checkout/': async made => {
        await isLetThrough
        return plan.save(made)
      },
    })
    await plan.choose('shipping_country', 'br')
    await plan.method('DHL')
    expect(now()).toBe('')
    save()
    await waitFor(() => expect(now()).toContain('Delivery is now DHL Express'))
    expect((await plan.method('DHL')).checked).toBe(true)
    await plan.costs('$132')
  })
})

it('a phone number that its country does not have is asked for again', async () => {
  const plan = openPlan({
    ...us,
    state: { customer: { ...driver, phone: '', phone_typed: '5035550' }, dialCode: 'us' },
  })
  const short = say('plan:issues.phone.short')
  expect(document.querySelector('[name=phone]')).toBeNull()
  plan.api.answer({
    'PATCH shipping/': () =>
      Response.json(
        {
          detail: 'x',
          code: 'unprocessable',
          issues: [{ field: 'phone', message: 'phone.short' }],
        },
        { status: 422 },
      ),
  })
  await plan.goOn()
  const phone = await screen.findByRole('textbox', { name: say('plan:phone.label') })
  await waitFor(() => expect(document.activeElement).toBe(phone))
  expect(plan.saysAt('phone')).toContain(short)
  await loadPhoneRule()
  await plan.fill('phone', '503 555 0143')
  await waitFor(() => expect(plan.saysAt('phone')).not.toContain(short))
  await plan.fill('phone', '503 55')
  await plan.user.tab()
  await waitFor(() => expect(plan.saysAt('phone')).toContain(short))
  await plan.fill('phone', '503 555 0143')
  plan.api.answer({ 'PATCH shipping/': () => ({ ...address, version: 9 }) })
  await plan.goOn()
  await plan.reachesReview()
  expect(plan.api.checkout().state.customer.phone_typed).toBe('503 555 0143')
})

describe('Continue without a network', () => {
  /** The plan's step whose Continue waits for the network, with the customer's new name to be saved. */
  async function waiting() {
    const plan = openPlan({ ...us })
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    let isOffline = true
    plan.api.answer({
      'PATCH checkout/': made => (isOffline ? new TypeError('no network') : plan.save(made)),
      'PATCH shipping/': made =>
        isOffline ? new TypeError('no network') : plan.storeAddress(made),
    })
    return {
      ...plan,
      goOnAndWait: async () => {
        await plan.goOn()
        await screen.findByText(say('errors.waiting'))
        expect(plan.hasGoneOn()).toBe(false)
      },
      comeBack: () =>
        act(async () => {
          isOffline = false
          online.mockReturnValue(true)
          window.dispatchEvent(new Event('online'))
        }),
    }
  }
  const isSaved = (plan: { store: ReturnType<typeof openPlan>['store'] }, name: string) =>
    waitFor(() =>
      expect(plan.store.getState()).toMatchObject({
        saving: 'saved',
        checkout: { state: { shipping: { first_name: name } } },
      }),
    )

  it('goes on by itself once there is one, with everything saved', async () => {
    const plan = await waiting()
    await plan.fill('shipping_first_name', 'Maria')
    await plan.goOnAndWait()
    await plan.comeBack()
    expect(await plan.reachesReview()).toMatchObject({ first_name: 'Maria' })
    expect(plan.api.checkout().state.shipping.first_name).toBe('Maria')
  })

  it('waits for it too when there is nothing new to save', async () => {
    const plan = await waiting()
    await plan.goOnAndWait()
    await plan.comeBack()
    await plan.reachesReview()
    expect(screen.queryByText(say('errors.waiting'))).toBeNull()
  })

  it('goes on by itself no more once something is changed', async () => {
    const plan = await waiting()
    await plan.fill('shipping_first_name', 'Maria')
    await plan.goOnAndWait()
    await plan.fill('shipping_first_name', 'Mariana')
    expect(screen.queryByText(say('errors.waiting'))).toBeNull()
    const unsaved = await screen.findByText(say('errors.couldNotSave'))
    await plan.comeBack()
    await isSaved(plan, 'Mariana')
    await waitFor(() => expect(unsaved.isConnected).toBe(false))
    expect(plan.hasGoneOn()).toBe(false)
    await plan.goOn()
    await plan.reachesReview()
  })

  it('leaves the customer with something else that is open by then', async () => {
    const plan = await waiting()
    await plan.fill('shipping_first_name', 'Maria')
    await plan.goOnAndWait()
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.showModal()
    await plan.comeBack()
    await isSaved(plan, 'Maria')
    await waitFor(() => expect(screen.queryByText(say('errors.waiting'))).toBeNull())
    expect(plan.hasGoneOn()).toBe(false)
    dialog.remove()
    await plan.goOn()
    await plan.reachesReview()
  })
})
