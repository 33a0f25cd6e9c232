import { act, fireEvent, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { analyticsSink } from '@/client/analytics/track'
import type { WireCheckout } from '@/contract/checkout'
import type { Quote } from '@/domain/pricing/quote'
import type { Card, CollectResult } from '@/features/payment/card'
import type { SecondOrder } from '@/features/payment/submit-payment'
import { usePaymentFlow } from '@/features/payment/use-payment-form'
import type { fakeApi } from '../../../tests/support/fake-api'
import {
  buildChargeResponse,
  buildFinishCall,
  buildOutcome,
  buildRefusal,
  chargeCall,
  clientSecret,
  networkError,
  order,
  paypalOrderCall,
} from '../../../tests/support/payment-responses'
import { renderPart } from '../../../tests/support/render-part'
import router from '../../../tests/support/router'

const shownQuote: Quote = {
  currency: 'USD',
  plan: 6_900,
  urgent: 2_500,
  shipping: 1_900,
  travel: 0,
  discount: 0,
  tax: 0,
  total: 11_300,
}

interface Scenario {
  /** The order that is already on the server. */
  order?: WireCheckout['order']
  checkout?: Partial<WireCheckout>
  secondOrder?: SecondOrder
  collected?: CollectResult
  isConfirmed?: boolean
  answers?: Parameters<typeof fakeApi>[1]
}

type PaymentFlow = ReturnType<typeof usePaymentFlow>

function PaymentFlowProbe({
  secondOrder,
  onRender,
}: {
  secondOrder: SecondOrder | undefined
  onRender: (flow: PaymentFlow) => void
}) {
  const flow = usePaymentFlow(secondOrder)
  useLayoutEffect(() => onRender(flow))
  return null
}

/** A page with the payment flow, and helpers for the test. */
function renderPaymentFlow({
  order: existingOrder = null,
  secondOrder,
  answers = {},
  ...scenario
}: Scenario = {}) {
  let flow: PaymentFlow | undefined
  const handleRender = (newFlow: PaymentFlow) => {
    flow = newFlow
  }
  const part = renderPart(<PaymentFlowProbe secondOrder={secondOrder} onRender={handleRender} />, {
    answers,
    checkout: { order: existingOrder, ...scenario.checkout },
  })
  const currentFlow = () => flow as PaymentFlow
  const card: Card = {
    collect: vi.fn(async () => scenario.collected ?? { source: { payment_method: 'pm_1' } }),
    confirm: vi.fn(async () => scenario.isConfirmed ?? true),
  }
  return {
    ...part,
    card,
    currentFlow,
    pay: () => act(() => currentFlow().payOnce({ card, holder: 'Ana Silva', shownQuote })),
    /** Sets the checkout that the server returns from now on. */
    serveCheckout: (overrides: Partial<WireCheckout>) => {
      part.api.setCheckout({ ...part.api.checkout(), ...overrides })
      part.api.addAnswers({ 'GET checkout/': () => part.api.checkout() })
    },
    expectMessage: (message: object | null) =>
      waitFor(() => expect(currentFlow().message).toEqual(message)),
    expectRedirect: (route: string) =>
      waitFor(() => expect(routerReplace.mock.calls).toEqual([[route]])),
  }
}

/** A response that the test releases. */
function createGate<T extends object>() {
  let open: (answer: T) => void = () => undefined
  const answer = new Promise<T>(resolve => {
    open = resolve
  })
  return { answer: () => answer, open: (value: T) => open(value) }
}

let trackedEvents: object[]
let routerReplace: MockInstance<typeof router.replace>
beforeEach(() => {
  trackedEvents = []
  analyticsSink.events = trackedEvents as never
  routerReplace = vi.spyOn(router, 'replace')
})

describe('a customer who pays', () => {
  it('is charged the shown price and taken to the receipt', async () => {
    const page = renderPaymentFlow({
      answers: { [chargeCall]: () => buildChargeResponse('success') },
    })
    await page.pay()
    await page.expectRedirect('/thank-you/')
    expect(page.card.collect).toHaveBeenCalledWith({ name: 'Ana Silva', email: 'ana@example.com' })
    expect(page.api.findCalls(chargeCall).map(({ body }) => body)).toEqual([
      expect.objectContaining({
        payment_method: 'pm_1',
        expected_total: 113,
        expected_currency: 'USD',
      }),
    ])
    expect(page.currentFlow().message).toBeNull()
    expect(trackedEvents).toEqual([
      { event: 'begin payment', kind: 'plan', value: 113, currency: 'USD', method: 'stripe' },
    ])
  })

  it('with a wallet is tracked with that wallet', async () => {
    const page = renderPaymentFlow({
      answers: { [chargeCall]: () => buildChargeResponse('success') },
    })
    const card = { ...page.card, method: 'apple pay' as const }
    await act(() => page.currentFlow().payOnce({ card, holder: '', shownQuote }))
    expect(trackedEvents).toEqual([expect.objectContaining({ method: 'apple pay' })])
  })

  it('for a free order needs no card', async () => {
    const page = renderPaymentFlow({
      answers: { [chargeCall]: () => buildChargeResponse('success') },
    })
    const freeQuote = { ...shownQuote, total: 0 }
    await act(() => page.currentFlow().payOnce({ card: null, holder: '', shownQuote: freeQuote }))
    await page.expectRedirect('/thank-you/')
    expect(trackedEvents).toEqual([expect.objectContaining({ value: 0, method: 'none' })])
  })

  it('is taken to the finish page while the provider checks the payment', async () => {
    const page = renderPaymentFlow({
      answers: { [chargeCall]: () => buildChargeResponse('checking') },
    })
    await page.pay()
    await page.expectRedirect('/finish-payment/')
  })

  it.each<[string, string]>([
    ['paid', '/thank-you/'],
    ['payment_in_progress', '/finish-payment/'],
    ['needs_check', '/finish-payment/'],
  ])('is redirected when another tab was first: %s', async (code, route) => {
    const page = renderPaymentFlow({ answers: { [chargeCall]: () => buildRefusal(code) } })
    await page.pay()
    await page.expectRedirect(route)
  })

  it('is charged once, however often the button is pressed', async () => {
    const { answer, open } = createGate()
    const page = renderPaymentFlow({ answers: { [chargeCall]: answer } })
    let payments: Promise<unknown>[] = []
    const payment = { card: page.card, holder: 'Ana Silva', shownQuote }
    act(() => {
      payments = [
        page.currentFlow().payOnce(payment),
        page.currentFlow().payOnce(payment),
        page.currentFlow().payOnce(payment),
      ]
    })
    expect(page.currentFlow().phase).toBe('paying')
    await act(async () => {
      open(buildChargeResponse('success'))
      await Promise.all(payments)
    })
    expect(await Promise.all(payments)).toEqual([
      { redirectTo: '/thank-you/' },
      undefined,
      undefined,
    ])
    expect(page.api.findCalls(chargeCall)).toHaveLength(1)
    expect(page.card.collect).toHaveBeenCalledTimes(1)
    expect(trackedEvents).toHaveLength(1)
  })

  it('gets a browser warning before leaving while money may move', async () => {
    const { answer, open } = createGate()
    const page = renderPaymentFlow({ answers: { [chargeCall]: answer } })
    const canLeave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }))
    expect(canLeave()).toBe(true)
    let payment: Promise<unknown> = Promise.resolve()
    act(() => {
      payment = page.currentFlow().payOnce({ card: page.card, holder: '', shownQuote })
    })
    expect(canLeave()).toBe(false)
    await act(async () => {
      open(buildChargeResponse('success'))
      await payment
    })
    expect(canLeave()).toBe(true)
  })
})

describe('a payment that does not succeed', () => {
  it.each<[string, Scenario, object]>([
    ['an invalid number', { collected: { field: 'card', code: 'invalid_number' } }, {}],
    [
      'a card that the provider refuses',
      { collected: { declineCode: 'expired_card' } },
      { message: { kind: 'declined', reason: 'expired_card' } },
    ],
    ['an unavailable provider', { collected: 'unreachable' }, { message: { kind: 'unreachable' } }],
  ])('is not sent for %s', async (_, scenario, expected) => {
    const page = renderPaymentFlow(scenario)
    const result = await page.pay()
    expect(result).toMatchObject(expected)
    expect(page.currentFlow()).toMatchObject({ phase: 'idle', message: null, ...expected })
    expect(page.api.calls).toEqual([])
    expect(routerReplace).not.toHaveBeenCalled()
  })

  it.each(['insufficient_funds', 'incorrect_cvc'])(
    'shows why the bank declined it (%s), and the next one is charged',
    async reason => {
      const page = renderPaymentFlow({
        checkout: { order },
        answers: {
          [chargeCall]: () => buildRefusal('declined'),
          [buildFinishCall()]: () => buildOutcome('not_charged', reason),
        },
      })
      await page.expectMessage(null)
      await waitFor(() => expect(page.currentFlow().phase).toBe('idle'))
      await page.pay()
      await page.expectMessage({ kind: 'declined', reason })
      expect(page.currentFlow().phase).toBe('idle')
      page.api.addAnswers({ [chargeCall]: () => buildChargeResponse('success') })
      await page.pay()
      await page.expectRedirect('/thank-you/')
      expect(page.currentFlow().message).toBeNull()
    },
  )

  it.each<[string, string]>([
    ['incomplete', 'incomplete'],
    ['rate_limited', 'rate_limited'],
    ['unavailable', 'unavailable'],
    ['not_found', 'expired'],
    ['closed', 'expired'],
    ['something_new', 'unavailable'],
  ])('shows why the server refused it (%s)', async (code, kind) => {
    const page = renderPaymentFlow({ answers: { [chargeCall]: () => buildRefusal(code) } })
    await page.pay()
    await page.expectMessage({ kind })
    expect(page.currentFlow().phase).toBe('idle')
  })

  it('unticks the terms if the server has not stored them', async () => {
    const page = renderPaymentFlow({ answers: { [chargeCall]: () => buildRefusal('terms') } })
    expect(await page.pay()).toEqual({ invalid: 'terms' })
    await waitFor(() => expect(page.api.checkout().state.terms.selected).toBe(false))
  })

  it('shows the old and the new price after a price change', async () => {
    const page = renderPaymentFlow({
      answers: { [chargeCall]: () => buildChargeResponse('success') },
    })
    const current = page.api.checkout()
    const state = { ...current.state, urgent: { ...current.state.urgent, selected: false } }
    const freshCheckout = { ...current, version: 7, state }
    page.api.addAnswers({
      [chargeCall]: () => buildRefusal('quote_changed', { checkout: freshCheckout }),
    })
    await page.pay()
    await page.expectMessage({ kind: 'quote_changed', before: { amount: 11_300, currency: 'USD' } })
    expect(page.store.getState().checkout).toMatchObject({ version: 7 })
    expect(page.store.getState().checkout.state.urgent.selected).toBe(false)
  })
})

describe('a bank’s challenge', () => {
  const requiresAction = { [chargeCall]: () => buildChargeResponse('requires_action') }

  it('that succeeds opens the finish page', async () => {
    const page = renderPaymentFlow({ answers: requiresAction })
    await page.pay()
    await page.expectRedirect('/finish-payment/')
    expect(page.card.confirm).toHaveBeenCalledWith(clientSecret)
    expect(page.api.findCalls(buildFinishCall())).toEqual([])
  })

  it.each<[string, object, object]>([
    [
      'that fails shows the reason',
      buildOutcome('not_charged', 'authentication_required'),
      { kind: 'declined', reason: 'authentication_required' },
    ],
    ['that is closed cancels the payment', buildOutcome('not_charged'), { kind: 'called_off' }],
    ['that cannot be cancelled is waited for', buildOutcome('waiting'), { kind: 'waiting' }],
    ['without a result is checked again', buildOutcome('checking'), { kind: 'unconfirmed' }],
  ])('%s', async (_, outcome, message) => {
    const page = renderPaymentFlow({
      isConfirmed: false,
      answers: { ...requiresAction, [buildFinishCall()]: () => outcome },
    })
    page.serveCheckout({ order })
    await page.pay()
    await page.expectMessage(message)
    expect(page.api.findCalls(buildFinishCall())[0]?.body).toMatchObject({
      call_off: true,
      payment: 'pi_1',
    })
  })

  it('whose payment has succeeded in the meantime opens the receipt', async () => {
    const page = renderPaymentFlow({ isConfirmed: false, answers: requiresAction })
    page.serveCheckout({ order, status: 'paid' })
    await page.pay()
    await page.expectRedirect('/thank-you/')
  })
})

describe('a network failure while paying', () => {
  it.each<[string, Partial<WireCheckout>, object]>([
    [
      'after the charge opens the receipt',
      { status: 'paid', order },
      { redirectTo: '/thank-you/' },
    ],
    [
      'before the start shows that nothing was sent',
      { order: null },
      { message: { kind: 'not_sent' } },
    ],
    [
      'while a payment is checked opens the finish page',
      { order },
      { redirectTo: '/finish-payment/' },
    ],
  ])('%s', async (_, overrides, expected) => {
    const page = renderPaymentFlow({
      answers: {
        [chargeCall]: () => networkError,
        [buildFinishCall()]: () => buildOutcome('checking'),
      },
    })
    page.serveCheckout(overrides)
    expect(await page.pay()).toEqual(expected)
  })

  it('that lasts warns against paying again, and checks when the network is back', async () => {
    const page = renderPaymentFlow({
      answers: { [chargeCall]: () => networkError, 'GET checkout/': () => networkError },
    })
    await page.pay()
    await page.expectMessage({ kind: 'unknown' })
    page.serveCheckout({ status: 'paid', order })
    fireEvent(window, new Event('online'))
    await page.expectRedirect('/thank-you/')
    expect(page.api.findCalls(chargeCall)).toHaveLength(1)
  })

  it('after a known charge shows it until the receipt can be opened', async () => {
    const onLineSpy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const page = renderPaymentFlow({
      answers: { [chargeCall]: () => buildChargeResponse('success') },
    })
    await page.pay()
    await page.expectMessage({ kind: 'paid_offline' })
    page.api.addAnswers({ 'GET checkout/': () => networkError })
    await act(() => page.currentFlow().finish())
    await page.expectMessage({ kind: 'paid_offline' })
    expect(routerReplace).not.toHaveBeenCalled()

    onLineSpy.mockReturnValue(true)
    page.serveCheckout({ status: 'paid', order })
    fireEvent(window, new Event('online'))
    await page.expectRedirect('/thank-you/')
  })
})

describe('a payment that started before the page was opened', () => {
  it('is checked before the next one can be made', async () => {
    const { answer, open } = createGate()
    const page = renderPaymentFlow({ order, answers: { [buildFinishCall()]: answer } })
    expect(page.currentFlow().phase).toBe('checking')
    expect(await page.pay()).toBeUndefined()
    await act(async () => open(buildOutcome('waiting')))
    await page.expectMessage({ kind: 'waiting' })
    expect(page.currentFlow().phase).toBe('idle')
    expect(page.api.findCalls(chargeCall)).toEqual([])
  })

  it('can be cancelled by the customer and made again', async () => {
    const page = renderPaymentFlow({
      order,
      answers: { [buildFinishCall()]: () => buildOutcome('waiting') },
    })
    await page.expectMessage({ kind: 'waiting' })
    page.api.addAnswers({ [buildFinishCall()]: () => buildOutcome('not_charged') })
    await act(() => page.currentFlow().cancel())
    await page.expectMessage({ kind: 'called_off' })
    expect(page.api.findCalls(buildFinishCall()).at(-1)?.body).toMatchObject({ call_off: true })
  })

  it('is checked again when the order changes elsewhere', async () => {
    const page = renderPaymentFlow({
      order,
      answers: { [buildFinishCall()]: () => buildOutcome('waiting') },
    })
    await page.expectMessage({ kind: 'waiting' })
    page.api.addAnswers({ [buildFinishCall()]: () => buildOutcome('not_charged') })
    const { checkout } = page.store.getState()
    act(() => page.store.setState({ checkout: { ...checkout, version: checkout.version + 1 } }))
    await page.expectMessage({ kind: 'declined', reason: null })
  })

  it.each([
    ['the wait for the next one while there is a limit', 600, { kind: 'rate_limited' }],
    ['why it was declined', undefined, { kind: 'declined', reason: 'expired_card' }],
  ])('and was declined shows %s', async (_, retry_after, message) => {
    const outcome = { ...buildOutcome('not_charged', 'expired_card'), retry_after }
    const page = renderPaymentFlow({ order, answers: { [buildFinishCall()]: () => outcome } })
    await page.expectMessage(message)
  })

  it('is polled, and only news is shown', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const page = renderPaymentFlow({
        order,
        answers: { [buildFinishCall()]: () => buildOutcome('waiting') },
      })
      await page.expectMessage({ kind: 'waiting' })
      const waitingMessage = page.currentFlow().message
      const requestCount = page.api.findCalls(buildFinishCall()).length
      await act(() => vi.advanceTimersByTimeAsync(8_500))
      expect(page.api.findCalls(buildFinishCall()).length).toBeGreaterThan(requestCount)
      expect(page.currentFlow().message).toBe(waitingMessage)

      page.api.addAnswers({ 'GET checkout/': () => networkError })
      await act(() => vi.advanceTimersByTimeAsync(4_500))
      expect(page.currentFlow().message).toBe(waitingMessage)

      page.serveCheckout({ status: 'paid', order })
      await act(() => vi.advanceTimersByTimeAsync(4_500))
      await page.expectRedirect('/thank-you/')
    } finally {
      vi.useRealTimers()
    }
  })

  it('is not checked if the order is already paid', async () => {
    const page = renderPaymentFlow({ order: { ...order, status: 'paid' } })
    expect(page.currentFlow().phase).toBe('idle')
    expect(page.api.calls).toEqual([])
  })
})

describe('PayPal', () => {
  const createdOrder = {
    status: 'approve',
    order: { id: 'o-1' },
    id: 'PP-1',
    approve_url: 'https://pp',
  }

  it('gets an order for the shown price and captures it once approved', async () => {
    const page = renderPaymentFlow({
      answers: {
        [paypalOrderCall]: () => createdOrder,
        [buildFinishCall()]: () => buildOutcome('done'),
      },
    })
    const startedOrder = await act(() => page.currentFlow().paypal.createOrder(shownQuote))
    expect(startedOrder).toEqual({ id: 'PP-1', approveUrl: 'https://pp' })
    expect(page.api.findCalls(paypalOrderCall)[0]?.body).toMatchObject({
      expected_total: 113,
      expected_currency: 'USD',
    })
    expect(trackedEvents).toEqual([expect.objectContaining({ kind: 'plan', method: 'paypal' })])
    page.serveCheckout({ order })
    await act(() => page.currentFlow().paypal.onApprove())
    await page.expectRedirect('/thank-you/')
    expect(page.api.findCalls(buildFinishCall())[0]?.body).not.toHaveProperty('call_off')
  })

  it.each([
    ['cancelled', 'onCancel'],
    ['failed', 'onError'],
  ] as const)('that is %s cancels its own order only', async (_, handlerName) => {
    const page = renderPaymentFlow({
      answers: {
        [paypalOrderCall]: () => createdOrder,
        [buildFinishCall()]: () => buildOutcome('not_charged'),
      },
    })
    await act(() => page.currentFlow().paypal.createOrder(shownQuote))
    page.serveCheckout({ order })
    await act(() => page.currentFlow().paypal[handlerName]())
    await page.expectMessage({ kind: 'paypal_cancelled' })
    expect(page.api.findCalls(buildFinishCall())[0]?.body).toMatchObject({
      call_off: true,
      payment: 'PP-1',
    })
  })

  it('opened again after a cancellation shows no message about it', async () => {
    const page = renderPaymentFlow({
      order,
      answers: {
        [paypalOrderCall]: () => createdOrder,
        [buildFinishCall()]: () => buildOutcome('not_charged'),
      },
    })
    await waitFor(() => expect(page.currentFlow().phase).toBe('idle'))
    await act(() => page.currentFlow().paypal.onCancel())
    await page.expectMessage({ kind: 'paypal_cancelled' })
    await act(() => page.currentFlow().paypal.createOrder(shownQuote))
    expect(page.currentFlow().message).toBeNull()
  })

  it('shows that it declined', async () => {
    const page = renderPaymentFlow({
      order,
      answers: { [buildFinishCall()]: () => buildOutcome('not_charged', 'instrument_declined') },
    })
    await act(() => page.currentFlow().paypal.onApprove())
    await page.expectMessage({ kind: 'declined', reason: 'instrument_declined' })
  })

  it('shows why there is no order', async () => {
    const page = renderPaymentFlow({
      answers: { [paypalOrderCall]: () => buildRefusal('unavailable') },
    })
    expect(await act(() => page.currentFlow().paypal.createOrder(shownQuote))).toBeUndefined()
    await page.expectMessage({ kind: 'unavailable' })
  })
})

describe('a wallet that is closed', () => {
  it('shows that nothing was paid', async () => {
    const page = renderPaymentFlow()
    act(() => page.currentFlow().wallet.onCancel())
    await page.expectMessage({ kind: 'called_off' })
    expect(page.api.calls).toEqual([])
  })

  it('keeps the message about an earlier payment', async () => {
    const page = renderPaymentFlow({
      order,
      answers: { [buildFinishCall()]: () => buildOutcome('waiting') },
    })
    await page.expectMessage({ kind: 'waiting' })
    act(() => page.currentFlow().wallet.onCancel())
    await page.expectMessage({ kind: 'waiting' })
  })
})

describe('the second order', () => {
  it('is charged by its own call and checked by its own order', async () => {
    const secondOrder: SecondOrder = {
      orderKind: 'lifetime',
      charge: vi.fn(async () => {
        throw new TypeError('gone')
      }),
    }
    const paidOrder = { ...order, id: 'o-2', status: 'paid' }
    const page = renderPaymentFlow({ secondOrder, order: { ...order, status: 'paid' } })
    page.serveCheckout({ status: 'paid', lifetime: { offer: null, order: paidOrder } })
    await page.pay()
    expect(secondOrder.charge).toHaveBeenCalledWith(
      { payment_method: 'pm_1' },
      { expected_total: 113, expected_currency: 'USD' },
    )
    await page.expectRedirect('/thank-you/')
    expect(page.api.findCalls(chargeCall)).toEqual([])
    expect(trackedEvents).toEqual([expect.objectContaining({ kind: 'lifetime' })])
  })
})
