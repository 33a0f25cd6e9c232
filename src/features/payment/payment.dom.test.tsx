import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { outlet } from '@/client/analytics/track'
import type { WireCheckout } from '@/contract/checkout'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { Payment } from '@/features/payment/payment'
import { expectProblem } from '../../../tests/support/dom-setup'
import { provider, resetProvider } from '../../../tests/support/fake-stripe'
import {
  charge,
  charged,
  finishCall,
  lost,
  order,
  outcome,
  paypalOrder,
  refused,
} from '../../../tests/support/payment-answers'
import { renderPart } from '../../../tests/support/render-part'
import router from '../../../tests/support/router'
import { wholeCheckout } from '../../../tests/support/sample-checkout'
import { servedPage } from '../../../tests/support/served-page'
import { english as say } from '../../../tests/support/texts'

vi.mock('@/client/payments/load-stripe', () => import('../../../tests/support/fake-stripe'))

const issue = (key: string) => say(`payment:issues.${key}`)

const fields = { card: 'cardNumber', date: 'cardExpiry', cvc: 'cardCvc' } as const
const field = (name: keyof typeof fields) => screen.findByLabelText(fields[name])
const holder = () => screen.getByLabelText(say('payment:card.cardholder_name'))
const terms = () => screen.getByRole<HTMLInputElement>('checkbox')
const payButton = (total = '$113') =>
  screen.getByRole('button', { name: say('payment:pay', { total }) })
const isFocused = async (control: HTMLElement) =>
  waitFor(() => expect(document.activeElement).toBe(control))
/** What is said of a payment, by its key in the texts. */
const says = async (key: string, values?: Record<string, string>) =>
  waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain(say(`payment:${key}.title`, values)),
  )

interface Scene {
  state?: Partial<CheckoutState>
  checkout?: Partial<WireCheckout>
  hasPaypal?: boolean
  answers?: NonNullable<Parameters<typeof renderPart>[1]>['answers']
}

/** The payment step of an order for $113, in which nothing is filled in yet. */
function openPayment({ state, checkout, hasPaypal = false, answers = {} }: Scene = {}) {
  const { settings } = servedPage()
  const paypal = hasPaypal ? { clientId: 'client', script: 'https://paypal.example/sdk' } : null
  const part = renderPart(<Payment />, {
    settings: { ...settings, paypal },
    answers,
    checkout: {
      state: { ...wholeCheckout, terms: { selected: false, error: false }, ...state },
      ...checkout,
    },
  })
  const { user, api } = part
  return {
    ...part,
    fill: async () => {
      for (const [input, value] of [
        [await field('card'), '4242 4242 4242 4242'],
        [await field('date'), '12 / 34'],
        [await field('cvc'), '123'],
        [holder(), ' Ana Silva '],
      ] as const) {
        await user.click(input)
        await user.paste(value)
      }
      await user.click(terms())
    },
    /** The bank says no to every payment from now on. */
    declines: (reason: string) => {
      api.put({ ...api.checkout(), order })
      api.answer({
        [charge]: () => refused('declined'),
        [finishCall()]: () => outcome('not_charged', reason),
      })
    },
    charges: () => api.callsTo(charge).map(({ body }) => body),
  }
}

let tracked: object[]
let replaced: MockInstance<typeof router.replace>
beforeEach(() => {
  tracked = []
  outlet.events = tracked as never
  replaced = vi.spyOn(router, 'replace')
  resetProvider()
  document.head.replaceChildren()
})
const hasGone = (to: string) => waitFor(() => expect(replaced.mock.calls).toEqual([[to]]))

describe('a card', () => {
  it('that is filled in pays what the button says, once the terms are accepted', async () => {
    const step = openPayment({ answers: { [charge]: () => charged('success') } })
    await step.fill()
    await step.user.click(payButton())
    await hasGone('/thank-you/')
    expect(provider.asked.at(-1)).toMatchObject({
      what: 'createPaymentMethod',
      given: { type: 'card', billing_details: { name: 'Ana Silva', email: 'ana@example.com' } },
    })
    expect(step.charges()).toEqual([
      expect.objectContaining({ payment_method: 'pm_1', expected_total: 113 }),
    ])
    expect(step.api.checkout().state.terms.selected).toBe(true)
  })

  it('of which everything is missing is listed with the terms, and nothing is sent', async () => {
    const step = openPayment()
    const number = await field('card')
    expect(terms().checked).toBe(false)
    await step.user.click(payButton())
    const listed = (await screen.findByRole('alert')).querySelectorAll('a')
    expect([...listed].map(({ textContent }) => textContent)).toEqual(
      ['card', 'date', 'cvc', 'cardholder_name', 'terms'].map(name => issue(`${name}.missing`)),
    )
    await isFocused(number)
    await step.user.click(listed[2] as HTMLElement)
    await isFocused(await field('cvc'))
    expect(provider.asked).toEqual([])
    expect(step.api.calls).toEqual([])

    await step.fill()
    expect(screen.queryByRole('alert')).toBeNull()
    for (const name of ['card', 'date', 'cvc', 'cardholder_name', 'terms'])
      expect(screen.queryByText(issue(`${name}.missing`))).toBeNull()
  })

  it('whose number is unfinished is said at its field alone', async () => {
    const step = openPayment()
    await step.fill()
    await step.user.type(await field('card'), '{Backspace}')
    expect(screen.queryByText(issue('card.incomplete'))).toBeNull()
    await step.user.click(payButton())
    expect(await screen.findAllByText(issue('card.incomplete'))).toHaveLength(2)
    expect(screen.queryByRole('alert')).toBeNull()
    await isFocused(await field('card'))
    expect(step.charges()).toEqual([])
  })

  it('whose number was typed for the name is never sent', async () => {
    const step = openPayment()
    await step.fill()
    await step.user.clear(holder())
    await step.user.type(holder(), '4242 4242 4242 4242')
    await step.user.click(payButton())
    await isFocused(holder())
    expect(screen.getAllByText(issue('cardholder_name.number'))).toHaveLength(2)
    expect(provider.asked).toEqual([])
  })

  it('is asked for only, where nothing but the terms is missing', async () => {
    const step = openPayment()
    await step.fill()
    await step.user.click(terms())
    await step.user.click(payButton())
    await isFocused(terms())
    expect(terms().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByText(issue('terms.missing'))).toHaveLength(2)
    expect(step.charges()).toEqual([])
    await step.user.click(terms())
    expect(screen.queryByText(issue('terms.missing'))).toBeNull()
  })

  it('that the provider finds wrong is said at its field', async () => {
    provider.collects = () => ({ error: { type: 'validation_error', code: 'invalid_number' } })
    const step = openPayment()
    await step.fill()
    await step.user.click(payButton())
    expect(await screen.findAllByText(issue('card.wrong'))).toHaveLength(2)
    await isFocused(await field('card'))
    expect(step.charges()).toEqual([])
  })

  it('that is declined is said above the button, and what was typed stays', async () => {
    const step = openPayment()
    await step.fill()
    step.declines('generic_decline')
    await step.user.click(payButton())
    await says('declines.generic')
    expect(await field('card')).toHaveProperty('value', '4242 4242 4242 4242')
    expect(await field('date')).toHaveProperty('value', '12 / 34')
    expect(holder()).toHaveProperty('value', ' Ana Silva ')
    expect(terms().checked).toBe(true)
    expect(replaced).not.toHaveBeenCalled()

    step.api.answer({ [charge]: () => charged('success') })
    await step.user.click(payButton())
    await hasGone('/thank-you/')
  })

  it.each([
    ['cvc', 'incorrect_cvc', 'cvc'],
    ['card', 'incorrect_number', 'number'],
    ['date', 'invalid_expiry_year', 'date'],
  ] as const)(
    'whose %s the bank does not take is said there, where the customer is taken',
    async (name, reason, text) => {
      const step = openPayment()
      await step.fill()
      step.declines(reason)
      await step.user.click(payButton())
      await says(`declines.${text}`)
      expect(screen.getByText(say(`payment:declines.${text}.field`))).toBeDefined()
      await isFocused(await field(name))
      await step.user.keyboard('{Backspace}')
      expect(screen.queryByText(say(`payment:declines.${text}.field`))).toBeNull()
    },
  )

  it('that comes after a change of price is not charged: both prices are named', async () => {
    const step = openPayment()
    await step.fill()
    const kept = step.api.checkout()
    const state = { ...kept.state, urgent: { ...kept.state.urgent, selected: false } }
    const fresh = {
      ...kept,
      version: kept.version + 5,
      state: { ...state, terms: { selected: true, error: false } },
    }
    step.api.answer({ [charge]: () => refused('quote_changed', { checkout: fresh }) })
    await step.user.click(payButton())
    await says('told.quote_changed', { before: '$113', after: '$88' })
    expect(payButton('$88')).toBeDefined()
    step.api.answer({ [charge]: () => charged('success') })
    await step.user.click(payButton('$88'))
    await hasGone('/thank-you/')
    expect(step.charges().map(({ expected_total }) => expected_total)).toEqual([113, 88])
  })

  it('whose terms the server does not know of has the box unticked again', async () => {
    const step = openPayment({ answers: { [charge]: () => refused('terms') } })
    await step.fill()
    await step.user.click(payButton())
    await isFocused(terms())
    expect(terms().checked).toBe(false)
    expect(screen.getAllByText(issue('terms.missing'))).not.toEqual([])
  })

  it('is charged once where the button is pressed twice, and both are one on the screen', async () => {
    let answer: (given: object) => void = () => undefined
    const step = openPayment({
      answers: { [charge]: () => new Promise<object>(resolve => (answer = resolve)) },
    })
    await step.fill()
    const button = payButton()
    await step.user.dblClick(button)
    await waitFor(() => expect(step.charges()).toHaveLength(1))
    expect(button.textContent).toBe(say('payment:paying'))
    expect(button.getAttribute('aria-busy')).toBe('true')
    await step.user.click(button)
    answer(charged('success'))
    await hasGone('/thank-you/')
    expect(step.charges()).toHaveLength(1)
  })
})

describe('the terms', () => {
  it('ticked before the scripts came count as ticked', async () => {
    const { settings } = servedPage()
    const { api } = renderPart(<Payment />, {
      settings,
      checkout: { state: { ...wholeCheckout, terms: { selected: false, error: false } } },
      beforeScripts: page => {
        const box = page.querySelector<HTMLInputElement>('[type=checkbox]')
        if (box) box.checked = true
      },
    })
    await waitFor(() => expect(api.checkout().state.terms.selected).toBe(true))
    expect(terms().checked).toBe(true)
  })

  it('are all that an order needs that costs nothing', async () => {
    const coupon = {
      id: 1,
      name: 'FULL100',
      discount_type: 'percentage' as const,
      amount: 100,
      products: [],
      travel_products: [],
      free_shipping: true,
    }
    const urgent = { ...wholeCheckout.urgent, selected: false }
    const answers = { [charge]: () => charged('success') }
    const step = openPayment({ state: { coupon, urgent }, answers })
    const place = screen.getByRole('button', { name: say('payment:placeOrder') })
    expect(screen.queryByLabelText(say('payment:card.cardholder_name'))).toBeNull()
    await step.user.click(place)
    await isFocused(terms())
    expect(step.charges()).toEqual([])
    await step.user.click(terms())
    await step.user.click(place)
    await hasGone('/thank-you/')
    expect(step.charges()).toEqual([
      expect.objectContaining({ payment_method: null, expected_total: 0 }),
    ])
  })
})

describe('a provider', () => {
  it('that is slow is waited for, and the button takes nothing meanwhile', async () => {
    let come: () => void = () => undefined
    provider.script = () => new Promise(resolve => (come = resolve))
    const step = openPayment()
    await step.user.click(payButton())
    expect(await screen.findByText(say('payment:early'))).toBeDefined()
    expect(step.api.calls).toEqual([])
    come()
    await field('card')
    await waitFor(() => expect(screen.queryByText(say('payment:early'))).toBeNull())
  })

  it('that is blocked is asked for again when the customer says so', async () => {
    expectProblem(/payment provider/)
    provider.script = async () => {
      throw new Error('blocked')
    }
    const step = openPayment()
    await says('provider')
    provider.script = async () => undefined
    await step.user.click(screen.getByRole('button', { name: say('payment:provider.retry') }))
    await field('card')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})

describe('a form of one piece', () => {
  const variants = { STRIPE_PAYMENT_ELEMENT: 'VARIANT_1' }

  it('in which everything is missing says so itself and is listed once', async () => {
    const step = openPayment({ state: { variants } })
    const number = await field('card')
    await step.user.type(holder(), 'Ana Silva')
    await step.user.click(payButton())
    const listed = (await screen.findByRole('alert')).querySelectorAll('a')
    expect([...listed].map(({ textContent }) => textContent)).toEqual([
      issue('details.missing'),
      issue('terms.missing'),
    ])
    await isFocused(number)
    expect(provider.asked).toEqual([{ what: 'submit', given: null }])
    expect(step.api.calls).toEqual([])
    await step.fill()
    expect(screen.queryByText(issue('details.missing'))).toBeNull()
  })

  it('pays with what the provider makes of it', async () => {
    const step = openPayment({
      state: { variants },
      answers: { [charge]: () => charged('success') },
    })
    await step.fill()
    await step.user.click(payButton())
    await hasGone('/thank-you/')
    expect(provider.asked.at(-1)).toMatchObject({
      what: 'createConfirmationToken',
      given: {
        params: {
          payment_method_data: {
            billing_details: { name: 'Ana Silva', email: 'ana@example.com' },
          },
        },
      },
    })
    expect(step.charges()).toEqual([expect.objectContaining({ confirmation_token: 'ctoken_1' })])
  })

  it('that the bank does not take says what is wrong above it', async () => {
    const step = openPayment({ state: { variants } })
    await step.fill()
    step.declines('incorrect_cvc')
    await step.user.click(payButton())
    await says('declines.cvc')
    expect(screen.getByText(say('payment:declines.cvc.field'))).toBeDefined()
    expect(await field('cvc')).toHaveProperty('value', '123')
  })
})

describe('a payment whose end is not known', () => {
  it('is asked about by the button, which charges nothing more', async () => {
    const step = openPayment({ answers: { [charge]: () => lost } })
    await step.fill()
    await waitFor(() => expect(step.api.checkout().state.terms.selected).toBe(true))
    step.api.answer({ 'GET checkout/': () => lost })
    await step.user.click(payButton())
    await says('told.unknown')
    const asked = step.api.callsTo('GET checkout/').length
    await step.user.click(payButton())
    await waitFor(() => expect(step.api.callsTo('GET checkout/').length).toBe(asked + 1))
    await says('told.unknown')
    await step.user.click(screen.getByRole('button', { name: 'google_pay' }))
    await waitFor(() => expect(step.api.callsTo('GET checkout/').length).toBe(asked + 2))
    await says('told.unknown')
    expect(provider.open).toBeNull()
    await step.user.click(screen.getByRole('button', { name: say('payment:checkAgain') }))
    await waitFor(() => expect(step.api.callsTo('GET checkout/').length).toBe(asked + 3))
    await isFocused(payButton())
    expect(step.charges()).toHaveLength(1)
  })

  it('waits for the customer, who can give it up and pay anew', async () => {
    const step = openPayment({
      checkout: { order },
      answers: { [finishCall()]: () => outcome('waiting') },
    })
    expect(await screen.findByText(say('payment:checking.title'))).toBeDefined()
    await says('told.waiting')
    step.api.answer({ [finishCall()]: () => outcome('not_charged') })
    await step.user.click(screen.getByRole('button', { name: say('payment:told.waiting.cancel') }))
    await says('told.called_off')
    await isFocused(payButton())
    expect(step.api.callsTo(finishCall()).at(-1)?.body).toMatchObject({ call_off: true })
  })

  it('cannot be made before what is missing in the order is there', async () => {
    const step = openPayment({ answers: { [charge]: () => refused('incomplete') } })
    await step.fill()
    await step.user.click(payButton())
    await says('told.incomplete')
    const way = screen.getByRole('link', { name: say('payment:told.incomplete.go') })
    expect(way.getAttribute('href')).toBe('/checkouts/')
  })
})

describe('a wallet', () => {
  const wallet = async (name: string) => screen.findByRole('button', { name })
  const answer = (event: 'confirm' | 'cancel') => act(async () => provider.open?.answer(event))

  it('does not open without the terms, which is said at their box, and the card is let be', async () => {
    const step = openPayment()
    await field('card')
    await step.user.click(await wallet('google_pay'))
    expect(provider.open).toBeNull()
    expect(document.activeElement).toBe(terms())
    expect(screen.getByText(issue('terms.missing'))).toBeDefined()
    expect(screen.queryByText(issue('cardholder_name.missing'))).toBeNull()
    expect(step.api.calls).toEqual([])
    await step.user.click(terms())
    await step.user.click(await wallet('google_pay'))
    expect(provider.open).toMatchObject({ wallet: 'google_pay' })
  })

  it.each([
    ['google_pay', 'google pay'],
    ['apple_pay', 'apple pay'],
  ] as const)('pays without a card: %s', async (name, method) => {
    provider.wallets = [name]
    const step = openPayment({ answers: { [charge]: () => charged('success') } })
    await step.user.click(terms())
    await step.user.click(await wallet(name))
    await answer('confirm')
    await hasGone('/thank-you/')
    expect(step.charges()).toEqual([
      expect.objectContaining({ confirmation_token: 'ctoken_1', expected_total: 113 }),
    ])
    expect(tracked).toEqual([expect.objectContaining({ event: 'begin payment', method })])
    expect(provider.failures).toBe(0)
  })

  it('is charged what it showed when it was opened, and the new price once opened again', async () => {
    const step = openPayment()
    await step.user.click(terms())
    await waitFor(() => expect(step.api.checkout().state.terms.selected).toBe(true))
    await step.user.click(await wallet('google_pay'))
    const kept = step.api.checkout()
    const urgent = { ...kept.state.urgent, selected: false }
    const fresh = { ...kept, version: kept.version + 5, state: { ...kept.state, urgent } }
    act(() => step.store.setState({ checkout: fresh }))
    expect(payButton('$88')).toBeDefined()
    step.api.answer({ [charge]: () => refused('quote_changed', { checkout: fresh }) })
    await answer('confirm')
    await says('told.quote_changed', { before: '$113', after: '$88' })
    expect(provider.failures).toBe(1)

    step.api.answer({ [charge]: () => charged('success') })
    await step.user.click(await wallet('google_pay'))
    await answer('confirm')
    await hasGone('/thank-you/')
    expect(step.charges().map(({ expected_total }) => expected_total)).toEqual([113, 88])
  })

  it('that is closed has paid nothing, and the card can pay', async () => {
    const step = openPayment({ answers: { [charge]: () => charged('success') } })
    await step.user.click(terms())
    await step.user.click(await wallet('google_pay'))
    await answer('cancel')
    await says('told.called_off')
    expect(step.charges()).toEqual([])
    await step.user.click(terms())
    await step.fill()
    await step.user.click(payButton())
    await hasGone('/thank-you/')
  })

  it('whose bank declines is closed, and its decline is not said of the card fields', async () => {
    const step = openPayment()
    await step.user.click(terms())
    step.declines('incorrect_cvc')
    await step.user.click(await wallet('google_pay'))
    await answer('confirm')
    await says('declines.cvc')
    expect(provider.failures).toBe(1)
    expect(screen.queryByText(say('payment:declines.cvc.field'))).toBeNull()
  })

  it('that this device does not have leaves a line about the card in its place', async () => {
    provider.wallets = []
    openPayment()
    expect(await screen.findByText(say('payment:byCard.title'))).toBeDefined()
    expect(screen.queryByRole('region', { name: say('payment:express.label') })).toBeNull()
    await field('card')
  })
})

describe('PayPal', () => {
  /** What PayPal's script was given for its button. */
  interface Given {
    onClick: (data: object, actions: Record<'resolve' | 'reject', () => void>) => void
    createOrder: () => Promise<string>
    onApprove: () => Promise<void>
    onCancel: () => void
    onError: (error: unknown) => void
  }
  const script = () =>
    waitFor(() => {
      const found = document.querySelector('script[src^="https://paypal.example"]')
      if (!found) throw new Error('PayPal’s script was not asked for')
      return found
    })

  /** PayPal's script comes, with a button that opens a window; the test answers in its place. */
  async function comes() {
    const opened = vi.fn<(order: string) => void>()
    const shown: { given?: Given } = {}
    const buttonOf = (given: Given) => ({
      isEligible: () => true,
      render: async (place: HTMLElement) => {
        const button = document.createElement('button')
        button.type = 'button'
        button.textContent = 'PayPal'
        button.addEventListener('click', () => {
          shown.given = given
          given.onClick({}, { resolve: () => open(), reject: () => undefined })
        })
        place.append(button)
      },
      updateProps: async () => undefined,
      close: async () => undefined,
    })
    const open = async () => {
      await shown.given?.createOrder().then(opened, error => shown.given?.onError(error))
    }
    vi.stubGlobal('paypal', { Buttons: buttonOf })
    fireEvent.load(await script())
    const button = await screen.findByRole('button', { name: 'PayPal' })
    return {
      button,
      opened,
      answer: (act: (given: Given) => unknown) => shown.given && act(shown.given),
    }
  }

  const made = { status: 'approve', order: { id: 'o-1' }, id: 'PP-1', approve_url: null }

  it('does not open without the terms, which is said at their box, and the card is let be', async () => {
    const step = openPayment({ hasPaypal: true })
    const { button, opened } = await comes()
    await step.user.click(button)
    expect(document.activeElement).toBe(terms())
    expect(screen.getByText(issue('terms.missing'))).toBeDefined()
    expect(screen.queryByText(issue('cardholder_name.missing'))).toBeNull()
    expect(opened).not.toHaveBeenCalled()
    expect(step.api.calls).toEqual([])
  })

  it('is asked for an order of what the button says, and takes it once approved', async () => {
    const step = openPayment({ hasPaypal: true, answers: { [paypalOrder]: () => made } })
    const { button, opened, answer } = await comes()
    await step.user.click(terms())
    await step.user.click(button)
    await waitFor(() => expect(opened).toHaveBeenCalledWith('PP-1'))
    step.api.put({ ...step.api.checkout(), order })
    step.api.answer({ [finishCall()]: () => outcome('done') })
    await act(async () => answer(({ onApprove }) => onApprove()))
    await hasGone('/thank-you/')
  })

  it.each(['onCancel', 'onError'] as const)(
    'left without paying (%s) says that nothing was taken, and the same window can be opened again',
    async how => {
      if (how === 'onError') expectProblem(/PayPal/)
      const step = openPayment({ hasPaypal: true, answers: { [paypalOrder]: () => made } })
      const { button, opened, answer } = await comes()
      await step.user.click(terms())
      await step.user.click(button)
      await waitFor(() => expect(opened).toHaveBeenCalledTimes(1))
      step.api.put({ ...step.api.checkout(), order })
      step.api.answer({ [finishCall()]: () => outcome('not_charged') })
      await act(async () => answer(given => given[how](new Error('closed'))))
      await says('told.paypal_cancelled')
      await step.user.click(button)
      await waitFor(() => expect(opened).toHaveBeenCalledTimes(2))
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )

  it('for which no order can be made says why, once', async () => {
    const step = openPayment({
      hasPaypal: true,
      answers: { [paypalOrder]: () => refused('rate_limited') },
    })
    const { button, opened } = await comes()
    await step.user.click(terms())
    await step.user.click(button)
    await says('told.rate_limited')
    expect(opened).not.toHaveBeenCalled()
    expect(step.api.callsTo(finishCall())).toEqual([])
  })

  it('that is blocked leaves the card', async () => {
    expectProblem(/paypal/)
    const step = openPayment({ hasPaypal: true, answers: { [charge]: () => charged('success') } })
    fireEvent.error(await script())
    expect(await screen.findByText(say('payment:paypal.unavailable'))).toBeDefined()
    await step.fill()
    await step.user.click(payButton())
    await hasGone('/thank-you/')
  })

  it('is not asked for in a currency that it does not take', async () => {
    openPayment({ hasPaypal: true, state: { currency: 'AED' }, checkout: { currency: 'AED' } })
    await field('card')
    await screen.findByRole('button', { name: 'google_pay' })
    expect(document.querySelector('script[src^="https://paypal.example"]')).toBeNull()
    expect(screen.getByText(say('payment:trust'))).toBeDefined()
  })

  it('inside another app is a button of ours, for which the terms count as well', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) Instagram 402.0')
    const step = openPayment({
      hasPaypal: true,
      answers: { [paypalOrder]: () => refused('unavailable') },
    })
    const button = await screen.findByRole('button', { name: say('payment:paypal.button') })
    await step.user.click(button)
    expect(document.activeElement).toBe(terms())
    expect(step.api.calls).toEqual([])
    await step.user.click(terms())
    await step.user.click(button)
    await says('told.unavailable')
    expect(button.getAttribute('aria-busy')).toBeNull()
  })
})
