import { act, screen, waitFor, within } from '@testing-library/react'
import { createInstance } from 'i18next'
import { describe, expect, it, vi } from 'vitest'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { optimisticQuote } from '@/client/store/checkout-store'
import { TextsContext } from '@/client/texts/use-translation'
import type { WireCheckout } from '@/contract/checkout'
import { applyChange } from '@/domain/checkout/state-change'
import type { CurrencyCode } from '@/domain/data/currencies'
import { Preferences } from '@/features/preferences/preferences'
import type { FakeApi, RecordedCall } from '../../../tests/support/fake-api'
import { createGate } from '../../../tests/support/gate'
import { renderPart } from '../../../tests/support/render-part'
import type { PageOverrides } from '../../../tests/support/served-page'
import { createTexts, translateEnglish as translate } from '../../../tests/support/texts'

const formRequest = 'POST https://shop.example/checkouts/api/preferences/'
const pageRequest = 'HEAD https://shop.example/checkouts/preferences/'
const textsRequest = 'GET /checkouts/locales/en/preferences.json'

/**
 * Saves like the server, which would price the order in another currency: here the numbers stay.
 */
const createSaveHandler =
  (api: FakeApi) =>
  ({ body }: RecordedCall): WireCheckout => {
    const checkout = api.checkout()
    const state = applyChange(checkout.state, body.state)
    api.setCheckout({ ...checkout, version: checkout.version + 1, state, currency: state.currency })
    return api.checkout()
  }

const buildRefusal = (code: string, extra: object = {}) =>
  Response.json({ detail: code, code, ...extra }, { status: 409 })

/** The button on a page of an order that costs $113. */
function openPage(servedPage: PageOverrides = {}) {
  const part = renderPart(
    <>
      <Preferences />
      <Price />
    </>,
    servedPage,
  )
  const { api, user } = part
  const saves = createSaveHandler(api)
  api.addAnswers({ 'PATCH checkout/': saves })
  const button = screen.getByRole('button', {
    name: new RegExp(`^${translate('preferences.buttonLabel')}`),
  })
  const dialog = () => screen.queryByRole('dialog', { name: translate('preferences:title') })
  const inDialog = (key: string) =>
    within(dialog() as HTMLElement).getAllByRole('button', { name: translate(key) })
  const choose = async (currency: CurrencyCode, language = 'en') => {
    if (!dialog()) await user.click(button)
    await waitFor(() => expect(dialog()).toBeTruthy())
    for (const value of [currency, language])
      await user.click(document.querySelector(`input[value=${value}]`) as HTMLInputElement)
  }
  return {
    ...part,
    saves,
    button,
    dialog,
    choose,
    chooseAndApply: async (...choice: Parameters<typeof choose>) => {
      await choose(...choice)
      await user.click(inDialog('preferences:apply')[0] as HTMLElement)
    },
    press: (key: string) => user.click(inDialog(key).at(-1) as HTMLElement),
    says: async (text: string) =>
      waitFor(async () => expect((await screen.findByRole('alert')).textContent).toBe(text)),
    costs: (total: string) => waitFor(() => expect(readPrice()).toBe(total)),
    isDone: () => waitFor(() => expect(dialog()).toBeNull()),
    toasts: () => part.store.getState().notifications,
  }
}

function Price() {
  const quote = useCheckout(optimisticQuote)
  return <output>{`${quote?.total} ${quote?.currency}`}</output>
}

const readPrice = () => document.querySelector('output')?.textContent

const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
const goOnline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)

const formatFailure = (currency: string) =>
  translate('preferences.failed', { currency, old: 'USD' })

describe('another currency', () => {
  it('reprices the order in place and closes the dialog', async () => {
    const part = openPage()
    await part.chooseAndApply('EUR')
    await part.costs('11300 EUR')
    await part.isDone()
    expect(part.button.textContent).toContain('EUR')
    expect(part.api.findCalls('PATCH checkout/').map(({ body }) => body.state)).toEqual([
      { currency: 'EUR' },
    ])
    expect(part.api.findCalls('POST')).toEqual([])
  })

  it('shows the old prices until all new ones are there, and is requested once', async () => {
    const part = openPage()
    const gate = createGate()
    part.api.addAnswers({
      'PATCH checkout/': async call => {
        await gate.opened
        return part.saves(call)
      },
    })
    await part.chooseAndApply('EUR')
    await waitFor(() => expect(part.store.getState().isRepricing).toBe(true))
    const apply = screen.getByRole('button', { name: translate('preferences:applying') })
    expect(apply.getAttribute('aria-busy')).toBe('true')
    await part.user.click(apply)
    expect(readPrice()).toBe('11300 USD')
    expect(part.button.textContent).toContain('USD')
    gate.open()
    await part.isDone()
    expect(readPrice()).toBe('11300 EUR')
    expect(part.store.getState().isRepricing).toBe(false)
    expect(part.api.findCalls('PATCH checkout/')).toHaveLength(1)
  })

  it.each<[string, () => Error | Response]>([
    ['gets no response', () => new TypeError('no network')],
    ['fails on the server', () => new Response('fault', { status: 500 })],
    ['is refused for a missing price', () => buildRefusal('currency', { currency: 'JPY' })],
  ])('that %s leaves all prices as they were, and can be tried again', async (_, answer) => {
    const part = openPage()
    part.api.addAnswers({ 'PATCH checkout/': answer })
    await part.chooseAndApply('JPY')
    await part.says(formatFailure('JPY'))
    expect(readPrice()).toBe('11300 USD')
    expect(part.button.textContent).toContain('USD')

    part.api.addAnswers({ 'PATCH checkout/': part.saves })
    await part.press('preferences:retry')
    await part.isDone()
    expect(readPrice()).toBe('113 JPY')
  })

  it('that fails after the dialog was closed shows a notification', async () => {
    const part = openPage()
    const gate = createGate()
    part.api.addAnswers({
      'PATCH checkout/': async () => {
        await gate.opened
        return buildRefusal('currency')
      },
    })
    await part.chooseAndApply('JPY')
    await part.press('preferences:cancel')
    expect(part.dialog()).toBeNull()
    gate.open()
    await waitFor(() =>
      expect(part.toasts()).toMatchObject([
        { text: 'preferences.failed', values: { currency: 'JPY', old: 'USD' } },
      ]),
    )
  })

  it('is applied after a pending change, and both are saved', async () => {
    const part = openPage()
    act(() => part.sync.change({ urgent: { selected: false } }))
    await part.chooseAndApply('EUR')
    await part.costs('8800 EUR')
    expect(part.api.findCalls('PATCH checkout/').map(({ body }) => body.state)).toEqual([
      { urgent: { selected: false } },
      { currency: 'EUR' },
    ])
    expect(part.api.checkout().state).toMatchObject({
      currency: 'EUR',
      urgent: { selected: false },
    })
  })

  it('is not applied while a change cannot be saved', async () => {
    const part = openPage()
    const answer = () => Response.json({ detail: 'later', code: 'unavailable' }, { status: 503 })
    part.api.addAnswers({ 'PATCH checkout/': answer })
    act(() => part.sync.change({ urgent: { selected: false } }))
    await part.chooseAndApply('EUR')
    await part.says(translate('errors.couldNotSave'))
    expect(readPrice()).toBe('8800 USD')
    part.api.addAnswers({ 'PATCH checkout/': part.saves })
    await part.press('preferences:retry')
    await part.isDone()
    expect(readPrice()).toBe('8800 EUR')
  })

  it('is not requested without a network, and can be applied once it is back', async () => {
    const part = openPage()
    await part.choose('EUR')
    goOffline()
    await part.press('preferences:apply')
    await part.says(translate('preferences.offline'))
    expect(part.api.findCalls('PATCH')).toEqual([])
    goOnline()
    await part.press('preferences:retry')
    await part.isDone()
    expect(readPrice()).toBe('11300 EUR')
  })

  it('is not applied when the dialog is cancelled', async () => {
    const part = openPage()
    await part.choose('EUR')
    await part.press('preferences:cancel')
    expect(part.dialog()).toBeNull()
    expect(part.button.textContent).toContain('USD')
    await part.user.click(part.button)
    await waitFor(() => expect(part.dialog()).toBeTruthy())
    expect(document.querySelector('input[value=USD]')).toHaveProperty('checked', true)
    expect(part.api.calls).toEqual([])
  })
})

describe('an order held by a payment', () => {
  const order = {
    ...{ id: '7', status: 'pending', total: 113, refunded: 0 },
    ...{ currency: 'USD' as const, paid_at: null, charged: null },
  }
  const buildOutcome = (outcome: string) => ({
    'POST orders/7/checkout/finish/': () => ({
      ...{ id: '7', outcome, reason: null, total: 113, currency: 'USD' },
    }),
  })

  async function openHeld() {
    const part = openPage({ checkout: { order } })
    part.api.addAnswers({ 'PATCH checkout/': () => buildRefusal('payment_in_progress') })
    await part.chooseAndApply('EUR')
    expect((await screen.findByRole('alert')).textContent).toContain(
      translate('notSaved.held.title'),
    )
    expect(readPrice()).toBe('11300 USD')
    return part
  }

  it('gets another currency once that payment is cancelled', async () => {
    const part = await openHeld()
    part.api.addAnswers({ ...buildOutcome('not_charged'), 'PATCH checkout/': part.saves })
    await part.press('notSaved.held.again')
    await part.isDone()
    expect(readPrice()).toBe('11300 EUR')
    expect(part.api.findCalls('POST orders/')[0]?.body).toMatchObject({ call_off: true })
  })

  it.each(['waiting', 'checking'])('stays as it is while that payment is %s', async state => {
    const part = await openHeld()
    part.api.addAnswers(buildOutcome(state))
    await part.press('notSaved.held.again')
    await part.says(
      translate('notSaved.held.title') +
        translate('notSaved.stuck') +
        translate('notSaved.held.again'),
    )
    expect(part.api.findCalls('PATCH checkout/')).toHaveLength(1)
    expect(readPrice()).toBe('11300 USD')
  })
})

describe('another language', () => {
  const hasArrived = () => location.hash === '#in-arabic'

  it('reloads the page once, at the URL from the server', async () => {
    const part = openPage()
    const gate = createGate()
    part.api.addAnswers({
      [formRequest]: async () => {
        await gate.opened
        return { to: '#in-arabic' }
      },
    })
    await part.chooseAndApply('USD', 'ar')
    await waitFor(() => expect(part.api.findCalls(formRequest)).toHaveLength(1))
    await part.press('preferences:applying')
    gate.open()
    await waitFor(() => expect(hasArrived()).toBe(true))
    const submittedForms = part.api
      .findCalls(formRequest)
      .map(({ body }) => Object.fromEntries(body))
    expect(submittedForms).toEqual([{ back: '/checkouts/', language: 'ar', currency: 'USD' }])
    location.hash = ''
  })

  it('is not loaded without a network, even if the browser claims to have one', async () => {
    const part = openPage()
    part.api.addAnswers({ [formRequest]: () => new TypeError('no network') })
    await part.chooseAndApply('USD', 'ar')
    await part.says(translate('preferences.offline'))
    expect(hasArrived()).toBe(false)

    part.api.addAnswers({ [formRequest]: () => ({ to: '#in-arabic' }) })
    await part.press('preferences:retry')
    await waitFor(() => expect(hasArrived()).toBe(true))
    location.hash = ''
  })

  it('that fails after the currency was changed shows that the language stays', async () => {
    const part = openPage()
    part.api.addAnswers({ [formRequest]: () => new TypeError('no network') })
    await part.chooseAndApply('EUR', 'ar')
    await part.says(translate('preferences.halfway', { currency: 'EUR' }))
    expect(readPrice()).toBe('11300 EUR')
  })

  it('refused by the server is submitted by the browser, which shows why', async () => {
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue()
    const part = openPage()
    part.api.addAnswers({ [formRequest]: () => buildRefusal('paid') })
    await part.chooseAndApply('USD', 'ar')
    await waitFor(() => expect(submit).toHaveBeenCalledOnce())
  })
})

describe('the button', () => {
  /** A page whose dialog texts are not loaded yet. */
  function openWithoutTexts() {
    const { preferences: _, ...served } = createTexts('en').services.resourceStore.data['en'] ?? {}
    const i18n = createInstance()
    void i18n.init({ lng: 'en', defaultNS: 'common', initAsync: false, resources: { en: served } })
    const part = renderPart(
      <TextsContext value={i18n}>
        <Preferences />
      </TextsContext>,
    )
    return { ...part, button: screen.getByRole('button') }
  }
  const readBundle = () => createTexts('en').getResourceBundle('en', 'preferences') as object

  it('is busy while the dialog loads, and opens it once', async () => {
    const { api, user, button } = openWithoutTexts()
    const gate = createGate()
    api.addAnswers({
      [textsRequest]: async () => {
        await gate.opened
        return readBundle()
      },
    })
    await user.click(button)
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
    await user.keyboard('{Enter}')
    gate.open()
    expect(await screen.findByRole('dialog', { name: translate('preferences:title') })).toBeTruthy()
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
    expect(api.findCalls(textsRequest)).toHaveLength(1)
  })

  it('shows that there is no network, and opens the dialog once it is back', async () => {
    const { api, user, button, store } = openWithoutTexts()
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue()
    api.addAnswers({
      [textsRequest]: () => new TypeError('no network'),
      [pageRequest]: () => new TypeError('no network'),
    })
    goOffline()
    await user.click(button)
    await waitFor(() =>
      expect(store.getState().notifications).toMatchObject([{ text: 'preferences.offline' }]),
    )
    expect(submit).not.toHaveBeenCalled()
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())

    goOnline()
    api.addAnswers({ [textsRequest]: readBundle })
    await user.click(button)
    expect(await screen.findByRole('dialog', { name: translate('preferences:title') })).toBeTruthy()
  })

  it('opens the page with the same form if only the dialog cannot be loaded', async () => {
    const { api, user, button } = openWithoutTexts()
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue()
    api.addAnswers({
      [textsRequest]: () => new TypeError('no network'),
      [pageRequest]: () => new Response(),
    })
    goOffline()
    await user.click(button)
    await waitFor(() => expect(submit).toHaveBeenCalledOnce())
  })
})
