import { act, fireEvent, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { analyticsSink } from '@/client/analytics/track'
import type { WireCheckout } from '@/contract/checkout'
import type { Quote } from '@/domain/pricing/quote'
import type { Card, CollectResult } from '@/features/payment/card'
import type { SecondOrder } from '@/features/payment/submit-payment'
import { usePaymentFlow } from '@/features/payment/use-payment-flow'
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
  /** The order that the server has already. */
  order?: WireCheckout['order']
  checkout?: Partial<WireCheckout>
  secondOrder?: SecondOrder
  collected?: CollectResult
  isConfirmed?: boolean
  answers?: Parameters<typeof fakeApi>[1]
}

interface CapturedFlow {
  flow?: ReturnType<typeof usePaymentFlow>
}

function PaymentFlowProbe({
  secondOrder,
  captured,
}: {
  secondOrder: SecondOrder | undefined
  captured: CapturedFlow
}) {
  captured.flow = usePaymentFlow(secondOrder)
  return null
}

/** A till on a page, with what it says and whatever it is asked to do. */
function renderPaymentFlow({
  order: existingOrder = null,
  secondOrder,
  answers = {},
  ...scenario
}: Scenario = {}) {
  const captured: CapturedFlow = {}
  const part = renderPart(<PaymentFlowProbe secondOrder={secondOrder} captured={captured} />, {
    answers,
    checkout: { order: existingOrder, ...scenario.checkout },
  })
  const currentFlow = () => captured.flow as NonNullable<CapturedFlow['flow']>
  const card: Card = {
    collect: vi.fn(async () => scenario.collected ?? { source: { payment_method: 'pm_1' } }),
    confirm: vi.fn(async () => scenario.isConfirmed ?? true),
  }
  return {
    ...part,
    card,
    currentFlow,
    pay: () => act(() => currentFlow().payOnce({ card, holder: 'Ana Silva', shownQuote })),
    /** What the server says of the checkout from now on. */
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

/** An answer that comes when the test says so. */
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
  it('is taken to the receipt, charged what was shown', async () => {
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

  it('and owes nothing needs no card', async () => {
    const page = renderPaymentFlow({
      answers: { [chargeCall]: () => buildChargeResponse('success') },
    })
    const freeQuote = { ...shownQuote, total: 0 }
    await act(() => page.currentFlow().payOnce({ card: null, holder: '', shownQuote: freeQuote }))
    await page.expectRedirect('/thank-you/')
    expect(trackedEvents).toEqual([expect.objectContaining({ value: 0, method: 'none' })])
  })

  it('goes on to where the payment is watched while the provider looks at it', async () => {
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
  ])('goes on where another tab was first: %s', async (code, route) => {
    const page = renderPaymentFlow({ answers: { [chargeCall]: () => buildRefusal(code) } })
    await page.pay()
    await page.expectRedirect(route)
  })

  it('is charged once however often the button is pressed', async () => {
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

  it('is asked by the browser before the page is left, as long as money may move', async () => {
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

describe('a payment that does not go through', () => {
  it.each<[string, Scenario, object]>([
    ['a number that is wrong', { collected: { field: 'card', code: 'invalid_number' } }, {}],
    [
      'a card that the provider refuses',
      { collected: { declineCode: 'expired_card' } },
      { message: { kind: 'declined', reason: 'expired_card' } },
    ],
    ['a provider that is away', { collected: 'unreachable' }, { message: { kind: 'unreachable' } }],
  ])('for %s is not sent', async (_, scenario, expected) => {
    const page = renderPaymentFlow(scenario)
    const result = await page.pay()
    expect(result).toMatchObject(expected)
    expect(page.currentFlow()).toMatchObject({ phase: 'idle', message: null, ...expected })
    expect(page.api.calls).toEqual([])
    expect(routerReplace).not.toHaveBeenCalled()
  })

  it.each(['insufficient_funds', 'incorrect_cvc'])(
    'because the bank declines it (%s) says why, and the next one is charged',
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
  ])('because the server refuses it (%s) says so', async (code, kind) => {
    const page = renderPaymentFlow({ answers: { [chargeCall]: () => buildRefusal(code) } })
    await page.pay()
    await page.expectMessage({ kind })
    expect(page.currentFlow().phase).toBe('idle')
  })

  it('because the terms are not accepted after all takes the tick away', async () => {
    const page = renderPaymentFlow({ answers: { [chargeCall]: () => buildRefusal('terms') } })
    expect(await page.pay()).toEqual({ invalid: 'terms' })
    await waitFor(() => expect(page.api.checkout().state.terms.selected).toBe(false))
  })

  it('because the price has changed brings the price before and the one that counts now', async () => {
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

describe('a bank that asks the customer', () => {
  const requiresAction = { [chargeCall]: () => buildChargeResponse('requires_action') }

  it('and is answered well leads on', async () => {
    const page = renderPaymentFlow({ answers: requiresAction })
    await page.pay()
    await page.expectRedirect('/finish-payment/')
    expect(page.card.confirm).toHaveBeenCalledWith(clientSecret)
    expect(page.api.findCalls(buildFinishCall())).toEqual([])
  })

  it.each<[string, object, object]>([
    [
      'and does not know the customer says so',
      buildOutcome('not_charged', 'authentication_required'),
      { kind: 'declined', reason: 'authentication_required' },
    ],
    [
      'and whose question is put away calls the payment off',
      buildOutcome('not_charged'),
      { kind: 'called_off' },
    ],
    ['and cannot be called off goes on waiting', buildOutcome('waiting'), { kind: 'waiting' }],
    ['and has no answer yet is asked on', buildOutcome('checking'), { kind: 'unconfirmed' }],
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

  it('and has let the payment through meanwhile leads to the receipt', async () => {
    const page = renderPaymentFlow({ isConfirmed: false, answers: requiresAction })
    page.serveCheckout({ order, status: 'paid' })
    await page.pay()
    await page.expectRedirect('/thank-you/')
  })
})

describe('a network that breaks while paying', () => {
  it.each<[string, Partial<WireCheckout>, object]>([
    [
      'after the money was taken leads to the receipt',
      { status: 'paid', order },
      { redirectTo: '/thank-you/' },
    ],
    ['before anything began says so', { order: null }, { message: { kind: 'not_sent' } }],
    ['over a payment that is looked at leads to it', { order }, { redirectTo: '/finish-payment/' }],
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

  it('for good says not to pay again, and asks as soon as there is a network', async () => {
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

  it('once it is known that money was taken says that, until the receipt can be opened', async () => {
    const onLineSpy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const page = renderPaymentFlow({
      answers: { [chargeCall]: () => buildChargeResponse('success') },
    })
    await page.pay()
    await page.expectMessage({ kind: 'paid_offline' })
    page.api.addAnswers({ 'GET checkout/': () => networkError })
    await act(() => page.currentFlow().check())
    await page.expectMessage({ kind: 'paid_offline' })
    expect(routerReplace).not.toHaveBeenCalled()

    onLineSpy.mockReturnValue(true)
    page.serveCheckout({ status: 'paid', order })
    fireEvent(window, new Event('online'))
    await page.expectRedirect('/thank-you/')
  })
})

describe('a payment that was begun before the page was opened', () => {
  it('is asked about before the next can be made', async () => {
    const { answer, open } = createGate()
    const page = renderPaymentFlow({ order, answers: { [buildFinishCall()]: answer } })
    expect(page.currentFlow().phase).toBe('checking')
    expect(await page.pay()).toBeUndefined()
    await act(async () => open(buildOutcome('waiting')))
    await page.expectMessage({ kind: 'waiting' })
    expect(page.currentFlow().phase).toBe('idle')
    expect(page.api.findCalls(chargeCall)).toEqual([])
  })

  it('is given up when the customer says so, and can be made anew', async () => {
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

  it('is asked about again once the order has changed elsewhere', async () => {
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

  it('is asked about again and again, and only news is shown', async () => {
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

  it('is not asked about where it was no payment', async () => {
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

  it('gets an order for what was shown, and takes its money once approved', async () => {
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
  ] as const)('that is %s has its own order given up, and no other', async (_, handlerName) => {
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

  it('that was cancelled and is opened again says nothing of that', async () => {
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

  it('that declines says so', async () => {
    const page = renderPaymentFlow({
      order,
      answers: { [buildFinishCall()]: () => buildOutcome('not_charged', 'instrument_declined') },
    })
    await act(() => page.currentFlow().paypal.onApprove())
    await page.expectMessage({ kind: 'declined', reason: 'instrument_declined' })
  })

  it('for which there is no order says why', async () => {
    const page = renderPaymentFlow({
      answers: { [paypalOrderCall]: () => buildRefusal('unavailable') },
    })
    expect(await act(() => page.currentFlow().paypal.createOrder(shownQuote))).toBeUndefined()
    await page.expectMessage({ kind: 'unavailable' })
  })
})

describe('a wallet that is closed', () => {
  it('says that nothing was paid', async () => {
    const page = renderPaymentFlow()
    act(() => page.currentFlow().wallet.onCancel())
    await page.expectMessage({ kind: 'called_off' })
    expect(page.api.calls).toEqual([])
  })

  it('leaves what is said of an earlier payment', async () => {
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
  it('is charged by its own call, and asked about by its own order', async () => {
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
