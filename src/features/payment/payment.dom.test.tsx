import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { analyticsSink } from '@/client/analytics/track'
import type { WireCheckout } from '@/contract/checkout'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { Payment } from '@/features/payment/payment'
import { expectProblem } from '../../../tests/support/dom-setup'
import { provider, resetProvider } from '../../../tests/support/fake-stripe'
import {
  buildChargeResponse,
  buildFinishCall,
  buildOutcome,
  buildRefusal,
  chargeCall,
  networkError,
  order,
  paypalOrderCall,
} from '../../../tests/support/payment-responses'
import { renderPart } from '../../../tests/support/render-part'
import router from '../../../tests/support/router'
import { completeCheckout, driver } from '../../../tests/support/sample-checkout'
import { buildServedPage } from '../../../tests/support/served-page'
import { translateEnglish as translate } from '../../../tests/support/texts'

vi.mock('@/client/payments/load-stripe', () => import('../../../tests/support/fake-stripe'))

const getIssueText = (key: string) => translate(`payment:issues.${key}`)

const fieldLabels = { card: 'cardNumber', date: 'cardExpiry', cvc: 'cardCvc' } as const
const findField = (name: keyof typeof fieldLabels) => screen.findByLabelText(fieldLabels[name])
const getHolder = () => screen.getByLabelText(translate('payment:card.cardholder_name'))
const getTerms = () => screen.getByRole<HTMLInputElement>('checkbox')
const getPayButton = (total = '$113') =>
  screen.getByRole('button', { name: translate('payment:pay', { total }) })
const queryPayButton = (total = '$113') =>
  screen.queryByRole('button', { name: translate('payment:pay', { total }) })
const expectFocus = async (control: HTMLElement) =>
  waitFor(() => expect(document.activeElement).toBe(control))
/** Expects a payment notice by its text key. */
const expectNotice = async (key: string, values?: Record<string, string>) =>
  waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain(
      translate(`payment:${key}.title`, values),
    ),
  )

interface Scenario {
  state?: Partial<CheckoutState>
  checkout?: Partial<WireCheckout>
  hasPaypal?: boolean
  answers?: NonNullable<Parameters<typeof renderPart>[1]>['answers']
}

/** The payment step of an order for $113, with an empty form. */
function openPayment({ state, checkout, hasPaypal = false, answers = {} }: Scenario = {}) {
  const { settings } = buildServedPage()
  const paypal = hasPaypal ? { clientId: 'client', script: 'https://paypal.example/sdk' } : null
  const part = renderPart(<Payment />, {
    settings: { ...settings, paypal },
    answers,
    checkout: {
      state: { ...completeCheckout, terms: { selected: false, error: false }, ...state },
      ...checkout,
    },
  })
  const { user, api } = part
  return {
    ...part,
    fill: async () => {
      await user.clear(getHolder())
      for (const [input, value] of [
        [await findField('card'), '4242 4242 4242 4242'],
        [await findField('date'), '12 / 34'],
        [await findField('cvc'), '123'],
        [getHolder(), ' Ana Silva '],
      ] as const) {
        await user.click(input)
        await user.paste(value)
      }
      await user.click(getTerms())
    },
    /** The bank declines every payment from now on. */
    declinePayments: (reason: string) => {
      api.setCheckout({ ...api.checkout(), order })
      api.addAnswers({
        [chargeCall]: () => buildRefusal('declined'),
        [buildFinishCall()]: () => buildOutcome('not_charged', reason),
      })
    },
    listCharges: () => api.findCalls(chargeCall).map(({ body }) => body),
  }
}

let trackedEvents: object[]
let routerReplace: MockInstance<typeof router.replace>
beforeEach(() => {
  trackedEvents = []
  analyticsSink.events = trackedEvents as never
  routerReplace = vi.spyOn(router, 'replace')
  resetProvider()
  document.head.replaceChildren()
})
const expectRedirect = (route: string) =>
  waitFor(() => expect(routerReplace.mock.calls).toEqual([[route]]))

describe('a card', () => {
  it('pays the amount on the button once the terms are accepted', async () => {
    const step = openPayment({ answers: { [chargeCall]: () => buildChargeResponse('success') } })
    await step.fill()
    await step.user.click(getPayButton())
    await expectRedirect('/thank-you/')
    expect(provider.recordedCalls.at(-1)).toMatchObject({
      what: 'createPaymentMethod',
      given: { type: 'card', billing_details: { name: 'Ana Silva', email: 'ana@example.com' } },
    })
    expect(step.listCharges()).toEqual([
      expect.objectContaining({ payment_method: 'pm_1', expected_total: 113 }),
    ])
    expect(step.api.checkout().state.terms.selected).toBe(true)
  })

  it('without any entry is listed with the terms, and nothing is sent', async () => {
    const step = openPayment()
    const number = await findField('card')
    expect(getTerms().checked).toBe(false)
    await step.user.clear(getHolder())
    await step.user.click(getPayButton())
    const links = (await screen.findByRole('alert')).querySelectorAll('a')
    expect([...links].map(({ textContent }) => textContent)).toEqual(
      ['card', 'date', 'cvc', 'cardholder_name', 'terms'].map(name =>
        getIssueText(`${name}.missing`),
      ),
    )
    await expectFocus(number)
    await step.user.click(links[2] as HTMLElement)
    await expectFocus(await findField('cvc'))
    expect(provider.recordedCalls).toEqual([])
    expect(step.api.calls).toEqual([])

    await step.fill()
    expect(screen.queryByRole('alert')).toBeNull()
    for (const name of ['card', 'date', 'cvc', 'cardholder_name', 'terms'])
      expect(screen.queryByText(getIssueText(`${name}.missing`))).toBeNull()
  })

  it('with an incomplete number shows the error only at its field', async () => {
    const step = openPayment()
    await step.fill()
    await step.user.type(await findField('card'), '{Backspace}')
    expect(screen.queryByText(getIssueText('card.incomplete'))).toBeNull()
    await step.user.click(getPayButton())
    expect(await screen.findAllByText(getIssueText('card.incomplete'))).toHaveLength(2)
    expect(screen.queryByRole('alert')).toBeNull()
    await expectFocus(await findField('card'))
    expect(step.listCharges()).toEqual([])
  })

  it('number typed as the name is never sent', async () => {
    const step = openPayment()
    await step.fill()
    await step.user.clear(getHolder())
    await step.user.type(getHolder(), '4242 4242 4242 4242')
    await step.user.click(getPayButton())
    await expectFocus(getHolder())
    expect(screen.getAllByText(getIssueText('cardholder_name.number'))).toHaveLength(2)
    expect(provider.recordedCalls).toEqual([])
  })

  it('with only the terms missing asks for nothing else', async () => {
    const step = openPayment()
    await step.fill()
    await step.user.click(getTerms())
    await step.user.click(getPayButton())
    await expectFocus(getTerms())
    expect(getTerms().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByText(getIssueText('terms.missing'))).toHaveLength(2)
    expect(step.listCharges()).toEqual([])
    await step.user.click(getTerms())
    expect(screen.queryByText(getIssueText('terms.missing'))).toBeNull()
  })

  it('that the provider rejects shows the error at its field', async () => {
    provider.createPaymentMethodResult = () => ({
      error: { type: 'validation_error', code: 'invalid_number' },
    })
    const step = openPayment()
    await step.fill()
    await step.user.click(getPayButton())
    expect(await screen.findAllByText(getIssueText('card.wrong'))).toHaveLength(2)
    await expectFocus(await findField('card'))
    expect(step.listCharges()).toEqual([])
  })

  it('that is declined shows the reason above the fields and keeps the entries', async () => {
    const step = openPayment()
    await step.fill()
    step.declinePayments('generic_decline')
    await step.user.click(getPayButton())
    await expectNotice('declines.generic')
    const notice = screen.getByRole('alert')
    await expectFocus(notice)
    expect(notice.compareDocumentPosition(await findField('card'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
    expect(await findField('card')).toHaveProperty('value', '4242 4242 4242 4242')
    expect(await findField('date')).toHaveProperty('value', '12 / 34')
    expect(getHolder()).toHaveProperty('value', ' Ana Silva ')
    expect(getTerms().checked).toBe(true)
    expect(routerReplace).not.toHaveBeenCalled()

    step.api.addAnswers({ [chargeCall]: () => buildChargeResponse('success') })
    await step.user.click(getPayButton())
    await expectRedirect('/thank-you/')
  })

  it('has the driver’s name, unless it has letters that no card has', () => {
    openPayment()
    expect(getHolder()).toHaveProperty('value', 'Ana Silva')
    document.body.replaceChildren()
    openPayment({ state: { customer: { ...driver, license_first_name: 'أحمد' } } })
    expect(getHolder()).toHaveProperty('value', '')
  })

  it('that was declined keeps its notice while another one is entered, so that no field moves', async () => {
    const step = openPayment()
    await step.fill()
    step.declinePayments('insufficient_funds')
    await step.user.click(getPayButton())
    await expectNotice('declines.funds')
    await step.user.type(await findField('card'), '{Backspace}')
    await expectNotice('declines.funds')
  })

  it.each([
    ['cvc', 'incorrect_cvc', 'cvc'],
    ['card', 'incorrect_number', 'number'],
    ['date', 'invalid_expiry_year', 'date'],
  ] as const)(
    'whose %s the bank refuses shows the error there and focuses it',
    async (name, reason, text) => {
      const step = openPayment()
      await step.fill()
      step.declinePayments(reason)
      await step.user.click(getPayButton())
      await expectNotice(`declines.${text}`)
      expect(screen.getByText(translate(`payment:declines.${text}.field`))).toBeDefined()
      await expectFocus(await findField(name))
      await step.user.keyboard('{Backspace}')
      expect(screen.queryByText(translate(`payment:declines.${text}.field`))).toBeNull()
    },
  )

  it('is not charged after a price change: both prices are shown', async () => {
    const step = openPayment()
    await step.fill()
    const current = step.api.checkout()
    const state = { ...current.state, urgent: { ...current.state.urgent, selected: false } }
    const freshCheckout = {
      ...current,
      version: current.version + 5,
      state: { ...state, terms: { selected: true, error: false } },
    }
    step.api.addAnswers({
      [chargeCall]: () => buildRefusal('quote_changed', { checkout: freshCheckout }),
    })
    await step.user.click(getPayButton())
    await expectNotice('notices.quote_changed', { before: '$113', after: '$88' })
    expect(getPayButton('$88')).toBeDefined()
    step.api.addAnswers({ [chargeCall]: () => buildChargeResponse('success') })
    await step.user.click(getPayButton('$88'))
    await expectRedirect('/thank-you/')
    expect(step.listCharges().map(({ expected_total }) => expected_total)).toEqual([113, 88])
  })

  it('without stored terms on the server gets the box unticked again', async () => {
    const step = openPayment({ answers: { [chargeCall]: () => buildRefusal('terms') } })
    await step.fill()
    await step.user.click(getPayButton())
    await expectFocus(getTerms())
    expect(getTerms().checked).toBe(false)
    expect(screen.getAllByText(getIssueText('terms.missing'))).not.toEqual([])
  })

  it('is charged once on a double click, and shown as one payment', async () => {
    let resolveCharge: (response: object) => void = () => undefined
    const step = openPayment({
      answers: { [chargeCall]: () => new Promise<object>(resolve => (resolveCharge = resolve)) },
    })
    await step.fill()
    const button = getPayButton()
    await step.user.dblClick(button)
    await waitFor(() => expect(step.listCharges()).toHaveLength(1))
    expect(button.textContent).toBe(translate('payment:paying'))
    expect(button.getAttribute('aria-busy')).toBe('true')
    await step.user.click(button)
    resolveCharge(buildChargeResponse('success'))
    await expectRedirect('/thank-you/')
    expect(step.listCharges()).toHaveLength(1)
  })
})

describe('the terms', () => {
  it('ticked before hydration count as ticked', async () => {
    const { settings } = buildServedPage()
    const { api } = renderPart(<Payment />, {
      settings,
      checkout: { state: { ...completeCheckout, terms: { selected: false, error: false } } },
      beforeScripts: page => {
        const box = page.querySelector<HTMLInputElement>('[type=checkbox]')
        if (box) box.checked = true
      },
    })
    await waitFor(() => expect(api.checkout().state.terms.selected).toBe(true))
    expect(getTerms().checked).toBe(true)
  })

  it('are all that a free order needs', async () => {
    const coupon = {
      id: 1,
      name: 'FULL100',
      discount_type: 'percentage' as const,
      amount: 100,
      products: [],
      travel_products: [],
      free_shipping: true,
    }
    const urgent = { ...completeCheckout.urgent, selected: false }
    const answers = { [chargeCall]: () => buildChargeResponse('success') }
    const step = openPayment({ state: { coupon, urgent }, answers })
    const orderButton = screen.getByRole('button', { name: translate('payment:placeOrder') })
    expect(screen.queryByLabelText(translate('payment:card.cardholder_name'))).toBeNull()
    await step.user.click(orderButton)
    await expectFocus(getTerms())
    expect(step.listCharges()).toEqual([])
    await step.user.click(getTerms())
    await step.user.click(orderButton)
    await expectRedirect('/thank-you/')
    expect(step.listCharges()).toEqual([
      expect.objectContaining({ payment_method: null, expected_total: 0 }),
    ])
  })
})

describe('a provider', () => {
  it('that is slow is waited for, and the button charges nothing meanwhile', async () => {
    let resolveScript: () => void = () => undefined
    provider.script = () => new Promise(resolve => (resolveScript = resolve))
    const step = openPayment()
    await step.user.click(getPayButton())
    expect(await screen.findByText(translate('payment:early'))).toBeDefined()
    expect(step.api.calls).toEqual([])
    resolveScript()
    await findField('card')
    await waitFor(() => expect(screen.queryByText(translate('payment:early'))).toBeNull())
  })

  it('that is blocked is loaded again on request', async () => {
    expectProblem(/payment provider/)
    provider.script = async () => {
      throw new Error('blocked')
    }
    const step = openPayment()
    await expectNotice('provider')
    provider.script = async () => undefined
    await step.user.click(screen.getByRole('button', { name: translate('payment:provider.retry') }))
    await findField('card')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})

describe('the Payment Element', () => {
  const variants = { STRIPE_PAYMENT_ELEMENT: 'VARIANT_1' }

  it('without any entry shows its own errors and is listed once', async () => {
    const step = openPayment({ state: { variants } })
    const number = await findField('card')
    await step.user.type(getHolder(), 'Ana Silva')
    await step.user.click(getPayButton())
    const links = (await screen.findByRole('alert')).querySelectorAll('a')
    expect([...links].map(({ textContent }) => textContent)).toEqual([
      getIssueText('details.missing'),
      getIssueText('terms.missing'),
    ])
    await expectFocus(number)
    expect(provider.recordedCalls).toEqual([{ what: 'submit', given: null }])
    expect(step.api.calls).toEqual([])
    await step.fill()
    expect(screen.queryByText(getIssueText('details.missing'))).toBeNull()
  })

  it('pays with the provider’s token', async () => {
    const step = openPayment({
      state: { variants },
      answers: { [chargeCall]: () => buildChargeResponse('success') },
    })
    await step.fill()
    await step.user.click(getPayButton())
    await expectRedirect('/thank-you/')
    expect(provider.recordedCalls.at(-1)).toMatchObject({
      what: 'createConfirmationToken',
      given: {
        params: {
          payment_method_data: {
            billing_details: { name: 'Ana Silva', email: 'ana@example.com' },
          },
        },
      },
    })
    expect(step.listCharges()).toEqual([
      expect.objectContaining({ confirmation_token: 'ctoken_1' }),
    ])
  })

  it('that the bank refuses shows the error above it', async () => {
    const step = openPayment({ state: { variants } })
    await step.fill()
    step.declinePayments('incorrect_cvc')
    await step.user.click(getPayButton())
    await expectNotice('declines.cvc')
    expect(screen.getByText(translate('payment:declines.cvc.field'))).toBeDefined()
    expect(await findField('cvc')).toHaveProperty('value', '123')
  })
})

describe('what is bought', () => {
  const added_at = '2026-11-20T08:00:00.000Z'
  const images = (['profile', 'license_front', 'license_back', 'signature'] as const).map(type => ({
    id: type,
    type,
    revision: 1,
    needs_review: false,
    added_at,
  }))
  const name = completeCheckout.selectedShippingMethod?.name ?? ''
  const condition = translate('delivery.ifPhotos', { dates: '' }).trim()

  it('is above the fields with its dates, which need the photos that are missing', () => {
    openPayment({ state: { approval_documents: { add_later: true, images: [] } } })
    const text = document.body.textContent ?? ''
    const plan = translate('plan.name.physical', { count: 3 })
    expect(text.indexOf(plan)).toBeGreaterThan(-1)
    expect(text.indexOf(plan)).toBeLessThan(text.indexOf(translate('payment:card.card')))
    expect(text).toContain(translate('payment:purchase.digitalAfterPhotos.urgent'))
    expect(text).toMatch(new RegExp(`${name}: .*Nov 2\\d ${condition}`))
  })

  it('says that missing photos have removed urgent processing, and adds it again', async () => {
    const step = openPayment({
      state: {
        approval_documents: { add_later: true, images: [] },
        urgent: { ...completeCheckout.urgent, selected: false, is_chosen: false },
      },
    })
    expect(screen.getByText(translate('payment:purchase.urgentRemoved'))).toBeTruthy()
    await step.user.click(
      screen.getByText(translate('payment:purchase.addUrgent', { price: '$25' })),
    )
    expect(screen.queryByText(translate('payment:purchase.urgentRemoved'))).toBeNull()
    expect(document.body.textContent).toContain(
      translate('payment:purchase.digitalAfterPhotos.urgent'),
    )
  })

  it('has its dates without a condition once the photos are in', () => {
    openPayment({ state: { approval_documents: { add_later: false, images } } })
    const text = document.body.textContent ?? ''
    expect(text).toContain(translate('payment:purchase.digital.urgent'))
    expect(text).toMatch(new RegExp(`${name}: .*Nov 2\\d`))
    expect(text).not.toContain(condition)
  })
})

describe('a payment without a known result', () => {
  it('is checked by the button, which charges nothing more', async () => {
    const step = openPayment({ answers: { [chargeCall]: () => networkError } })
    await step.fill()
    await waitFor(() => expect(step.api.checkout().state.terms.selected).toBe(true))
    step.api.addAnswers({ 'GET checkout/': () => networkError })
    await step.user.click(getPayButton())
    await expectNotice('notices.unknown')
    const requestCount = step.api.findCalls('GET checkout/').length
    // The form has one button, and it does not offer to pay.
    expect(queryPayButton()).toBeNull()
    const checkLabel = translate('payment:checkAgain')
    await step.user.click(screen.getByRole('button', { name: checkLabel }))
    await waitFor(() => expect(step.api.findCalls('GET checkout/').length).toBe(requestCount + 1))
    await expectNotice('notices.unknown')
    await step.user.click(screen.getByRole('button', { name: 'google_pay' }))
    await waitFor(() => expect(step.api.findCalls('GET checkout/').length).toBe(requestCount + 2))
    await expectNotice('notices.unknown')
    expect(provider.openWallet).toBeNull()
    expect(step.listCharges()).toHaveLength(1)
  })

  it('that waits for the customer can be cancelled and made again', async () => {
    const step = openPayment({
      checkout: { order },
      answers: { [buildFinishCall()]: () => buildOutcome('waiting') },
    })
    expect(await screen.findByText(translate('payment:checking.title'))).toBeDefined()
    await expectNotice('notices.waiting')
    await expectFocus(screen.getByRole('alert'))
    step.api.addAnswers({ [buildFinishCall()]: () => buildOutcome('not_charged') })
    await step.user.click(
      screen.getByRole('button', { name: translate('payment:notices.waiting.cancel') }),
    )
    await expectNotice('notices.called_off')
    await expectFocus(screen.getByRole('alert'))
    expect(step.api.findCalls(buildFinishCall()).at(-1)?.body).toMatchObject({ call_off: true })
  })

  it('for an incomplete order links to what is missing', async () => {
    const step = openPayment({ answers: { [chargeCall]: () => buildRefusal('incomplete') } })
    await step.fill()
    await step.user.click(getPayButton())
    await expectNotice('notices.incomplete')
    const link = screen.getByRole('link', { name: translate('payment:notices.incomplete.go') })
    expect(link.getAttribute('href')).toBe('/checkouts/')
  })
})

describe('a wallet', () => {
  const findWallet = async (name: string) => screen.findByRole('button', { name })
  const answerWallet = (event: 'confirm' | 'cancel') =>
    act(async () => provider.openWallet?.answer(event))

  it('does not open without the terms, shows the error at their box and ignores the card', async () => {
    const step = openPayment()
    await findField('card')
    await step.user.click(await findWallet('google_pay'))
    expect(provider.openWallet).toBeNull()
    expect(document.activeElement).toBe(getTerms())
    expect(screen.getByText(getIssueText('terms.missing'))).toBeDefined()
    expect(screen.queryByText(getIssueText('cardholder_name.missing'))).toBeNull()
    expect(step.api.calls).toEqual([])
    await step.user.click(getTerms())
    await step.user.click(await findWallet('google_pay'))
    expect(provider.openWallet).toMatchObject({ wallet: 'google_pay' })
  })

  it.each([
    ['google_pay', 'google pay'],
    ['apple_pay', 'apple pay'],
  ] as const)('pays without the card fields: %s', async (name, method) => {
    provider.wallets = [name]
    const step = openPayment({ answers: { [chargeCall]: () => buildChargeResponse('success') } })
    await step.user.click(getTerms())
    await step.user.click(await findWallet(name))
    await answerWallet('confirm')
    await expectRedirect('/thank-you/')
    expect(step.listCharges()).toEqual([
      expect.objectContaining({ confirmation_token: 'ctoken_1', expected_total: 113 }),
    ])
    expect(trackedEvents).toEqual([expect.objectContaining({ event: 'begin payment', method })])
    expect(provider.failures).toBe(0)
  })

  it('charges the price it was opened with, and the new price when opened again', async () => {
    const step = openPayment()
    await step.user.click(getTerms())
    await waitFor(() => expect(step.api.checkout().state.terms.selected).toBe(true))
    await step.user.click(await findWallet('google_pay'))
    const current = step.api.checkout()
    const urgent = { ...current.state.urgent, selected: false }
    const freshCheckout = {
      ...current,
      version: current.version + 5,
      state: { ...current.state, urgent },
    }
    act(() => step.store.setState({ checkout: freshCheckout }))
    expect(getPayButton('$88')).toBeDefined()
    step.api.addAnswers({
      [chargeCall]: () => buildRefusal('quote_changed', { checkout: freshCheckout }),
    })
    await answerWallet('confirm')
    await expectNotice('notices.quote_changed', { before: '$113', after: '$88' })
    expect(provider.failures).toBe(1)

    step.api.addAnswers({ [chargeCall]: () => buildChargeResponse('success') })
    await step.user.click(await findWallet('google_pay'))
    await answerWallet('confirm')
    await expectRedirect('/thank-you/')
    expect(step.listCharges().map(({ expected_total }) => expected_total)).toEqual([113, 88])
  })

  it('that is closed pays nothing, and the card can still pay', async () => {
    const step = openPayment({ answers: { [chargeCall]: () => buildChargeResponse('success') } })
    await step.user.click(getTerms())
    await step.user.click(await findWallet('google_pay'))
    await answerWallet('cancel')
    await expectNotice('notices.called_off')
    expect(step.listCharges()).toEqual([])
    await step.user.click(getTerms())
    await step.fill()
    await step.user.click(getPayButton())
    await expectRedirect('/thank-you/')
  })

  it('that is declined closes, without an error at the card fields', async () => {
    const step = openPayment()
    await step.user.click(getTerms())
    step.declinePayments('incorrect_cvc')
    await step.user.click(await findWallet('google_pay'))
    await answerWallet('confirm')
    await expectNotice('declines.cvc')
    expect(provider.failures).toBe(1)
    expect(screen.queryByText(translate('payment:declines.cvc.field'))).toBeNull()
  })

  it('that the device does not have is replaced by a line about the card', async () => {
    provider.wallets = []
    openPayment()
    expect(await screen.findByText(translate('payment:byCard'))).toBeDefined()
    expect(screen.queryByRole('region', { name: translate('payment:express.label') })).toBeNull()
    await findField('card')
  })
})

describe('PayPal', () => {
  /** Options that PayPal's script gets for its button. */
  interface PaypalButtonOptions {
    onClick: (data: object, actions: Record<'resolve' | 'reject', () => void>) => void
    createOrder: () => Promise<string>
    onApprove: () => Promise<void>
    onCancel: () => void
    onError: (error: unknown) => void
  }
  const findScript = () =>
    waitFor(() => {
      const element = document.querySelector('script[src^="https://paypal.example"]')
      if (!element) throw new Error('PayPal’s script was not asked for')
      return element
    })

  /** Loads a fake PayPal script, whose button opens a window that the test answers. */
  async function loadPaypal() {
    const openSpy = vi.fn<(order: string) => void>()
    const rendered: { options?: PaypalButtonOptions } = {}
    const createButton = (options: PaypalButtonOptions) => ({
      isEligible: () => true,
      render: async (container: HTMLElement) => {
        const button = document.createElement('button')
        button.type = 'button'
        button.textContent = 'PayPal'
        button.addEventListener('click', () => {
          rendered.options = options
          options.onClick({}, { resolve: () => openWindow(), reject: () => undefined })
        })
        container.append(button)
      },
      updateProps: async () => undefined,
      close: async () => undefined,
    })
    const openWindow = async () => {
      await rendered.options?.createOrder().then(openSpy, error => rendered.options?.onError(error))
    }
    vi.stubGlobal('paypal', { Buttons: createButton })
    fireEvent.load(await findScript())
    const button = await screen.findByRole('button', { name: 'PayPal' })
    return {
      button,
      openSpy,
      callOptions: (callback: (options: PaypalButtonOptions) => unknown) =>
        rendered.options && callback(rendered.options),
    }
  }

  const createdOrder = { status: 'approve', order: { id: 'o-1' }, id: 'PP-1', approve_url: null }

  it('needs the terms before it opens, shows the error at their box and ignores the card', async () => {
    const step = openPayment({ hasPaypal: true })
    const { button, openSpy } = await loadPaypal()
    await step.user.click(button)
    expect(document.activeElement).toBe(getTerms())
    expect(screen.getByText(getIssueText('terms.missing'))).toBeDefined()
    expect(screen.queryByText(getIssueText('cardholder_name.missing'))).toBeNull()
    expect(openSpy).not.toHaveBeenCalled()
    expect(step.api.calls).toEqual([])
  })

  it('creates an order for the amount on the button and captures it once approved', async () => {
    const step = openPayment({
      hasPaypal: true,
      answers: { [paypalOrderCall]: () => createdOrder },
    })
    const { button, openSpy, callOptions } = await loadPaypal()
    await step.user.click(getTerms())
    await step.user.click(button)
    await waitFor(() => expect(openSpy).toHaveBeenCalledWith('PP-1'))
    step.api.setCheckout({ ...step.api.checkout(), order })
    step.api.addAnswers({ [buildFinishCall()]: () => buildOutcome('done') })
    await act(async () => callOptions(({ onApprove }) => onApprove()))
    await expectRedirect('/thank-you/')
  })

  it.each(['onCancel', 'onError'] as const)(
    'left without paying (%s) shows that nothing was taken, and can be opened again',
    async handlerName => {
      if (handlerName === 'onError') expectProblem(/PayPal/)
      const step = openPayment({
        hasPaypal: true,
        answers: { [paypalOrderCall]: () => createdOrder },
      })
      const { button, openSpy, callOptions } = await loadPaypal()
      await step.user.click(getTerms())
      await step.user.click(button)
      await waitFor(() => expect(openSpy).toHaveBeenCalledTimes(1))
      step.api.setCheckout({ ...step.api.checkout(), order })
      step.api.addAnswers({ [buildFinishCall()]: () => buildOutcome('not_charged') })
      await act(async () => callOptions(options => options[handlerName](new Error('closed'))))
      await expectNotice('notices.paypal_cancelled')
      await expectFocus(screen.getByRole('alert'))
      await step.user.click(button)
      await waitFor(() => expect(openSpy).toHaveBeenCalledTimes(2))
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )

  it('shows once why no order can be created', async () => {
    const step = openPayment({
      hasPaypal: true,
      answers: { [paypalOrderCall]: () => buildRefusal('rate_limited') },
    })
    const { button, openSpy } = await loadPaypal()
    await step.user.click(getTerms())
    await step.user.click(button)
    await expectNotice('notices.rate_limited')
    expect(openSpy).not.toHaveBeenCalled()
    expect(step.api.findCalls(buildFinishCall())).toEqual([])
  })

  it('that is blocked leaves the card', async () => {
    expectProblem(/paypal/)
    const step = openPayment({
      hasPaypal: true,
      answers: { [chargeCall]: () => buildChargeResponse('success') },
    })
    fireEvent.error(await findScript())
    expect(await screen.findByText(translate('payment:paypal.unavailable'))).toBeDefined()
    await step.fill()
    await step.user.click(getPayButton())
    await expectRedirect('/thank-you/')
  })

  it('is not loaded for an unsupported currency', async () => {
    openPayment({ hasPaypal: true, state: { currency: 'AED' }, checkout: { currency: 'AED' } })
    await findField('card')
    await screen.findByRole('button', { name: 'google_pay' })
    expect(document.querySelector('script[src^="https://paypal.example"]')).toBeNull()
    expect(screen.getByText(translate('payment:trust'))).toBeDefined()
  })

  it('in an in-app browser is our own button, which also needs the terms', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) Instagram 402.0')
    const step = openPayment({
      hasPaypal: true,
      answers: { [paypalOrderCall]: () => buildRefusal('unavailable') },
    })
    const button = await screen.findByRole('button', { name: translate('payment:paypal.button') })
    await step.user.click(button)
    expect(document.activeElement).toBe(getTerms())
    expect(step.api.calls).toEqual([])
    await step.user.click(getTerms())
    await step.user.click(button)
    await expectNotice('notices.unavailable')
    expect(button.getAttribute('aria-busy')).toBeNull()
  })
})
