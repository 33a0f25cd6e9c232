import { act, fireEvent, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { outlet } from '@/client/analytics/track'
import type { WireCheckout } from '@/contract/checkout'
import type { Quote } from '@/domain/pricing/quote'
import type { Card, Collected } from '@/features/payment/card'
import type { SecondOrder } from '@/features/payment/submit-payment'
import { usePaying } from '@/features/payment/use-payment-flow'
import type { fakeApi } from '../../../tests/support/fake-api'
import {
  charge,
  charged,
  finishCall,
  lost,
  order,
  outcome,
  paypalOrder,
  refused,
  secret,
} from '../../../tests/support/payment-answers'
import { renderPart } from '../../../tests/support/render-part'
import router from '../../../tests/support/router'

const shown: Quote = {
  currency: 'USD',
  plan: 6_900,
  urgent: 2_500,
  shipping: 1_900,
  travel: 0,
  discount: 0,
  tax: 0,
  total: 11_300,
}

interface Scene {
  /** The order that the server has already. */
  order?: WireCheckout['order']
  checkout?: Partial<WireCheckout>
  second?: SecondOrder
  collected?: Collected
  isConfirmed?: boolean
  answers?: Parameters<typeof fakeApi>[1]
}

interface Seen {
  paying?: ReturnType<typeof usePaying>
}

function Till({ second, by }: { second: SecondOrder | undefined; by: Seen }) {
  by.paying = usePaying(second)
  return null
}

/** A till on a page, with what it says and whatever it is asked to do. */
function openTill({ order: known = null, second, answers = {}, ...scene }: Scene = {}) {
  const seen: Seen = {}
  const part = renderPart(<Till second={second} by={seen} />, {
    answers,
    checkout: { order: known, ...scene.checkout },
  })
  const now = () => seen.paying as NonNullable<Seen['paying']>
  const card: Card = {
    collect: vi.fn(async () => scene.collected ?? { means: { payment_method: 'pm_1' } }),
    confirm: vi.fn(async () => scene.isConfirmed ?? true),
  }
  return {
    ...part,
    card,
    now,
    pay: () => act(() => now().payOnce({ card, holder: 'Ana Silva', shown })),
    /** What the server says of the checkout from now on. */
    found: (more: Partial<WireCheckout>) => {
      part.api.put({ ...part.api.checkout(), ...more })
      part.api.answer({ 'GET checkout/': () => part.api.checkout() })
    },
    says: (told: object | null) => waitFor(() => expect(now().told).toEqual(told)),
    hasGone: (to: string) => waitFor(() => expect(replaced.mock.calls).toEqual([[to]])),
  }
}

/** An answer that comes when the test says so. */
function gate<T extends object>() {
  let open: (answer: T) => void = () => undefined
  const answer = new Promise<T>(resolve => {
    open = resolve
  })
  return { answer: () => answer, open: (given: T) => open(given) }
}

let tracked: object[]
let replaced: MockInstance<typeof router.replace>
beforeEach(() => {
  tracked = []
  outlet.events = tracked as never
  replaced = vi.spyOn(router, 'replace')
})

describe('a customer who pays', () => {
  it('is taken to the receipt, charged what was shown', async () => {
    const till = openTill({ answers: { [charge]: () => charged('success') } })
    await till.pay()
    await till.hasGone('/thank-you/')
    expect(till.card.collect).toHaveBeenCalledWith({ name: 'Ana Silva', email: 'ana@example.com' })
    expect(till.api.callsTo(charge).map(({ body }) => body)).toEqual([
      expect.objectContaining({
        payment_method: 'pm_1',
        expected_total: 113,
        expected_currency: 'USD',
      }),
    ])
    expect(till.now().told).toBeNull()
    expect(tracked).toEqual([
      { event: 'begin payment', kind: 'plan', value: 113, currency: 'USD', method: 'stripe' },
    ])
  })

  it('with a wallet is tracked with that wallet', async () => {
    const till = openTill({ answers: { [charge]: () => charged('success') } })
    const card = { ...till.card, method: 'apple pay' as const }
    await act(() => till.now().payOnce({ card, holder: '', shown }))
    expect(tracked).toEqual([expect.objectContaining({ method: 'apple pay' })])
  })

  it('and owes nothing needs no card', async () => {
    const till = openTill({ answers: { [charge]: () => charged('success') } })
    const free = { ...shown, total: 0 }
    await act(() => till.now().payOnce({ card: null, holder: '', shown: free }))
    await till.hasGone('/thank-you/')
    expect(tracked).toEqual([expect.objectContaining({ value: 0, method: 'none' })])
  })

  it('goes on to where the payment is watched while the provider looks at it', async () => {
    const till = openTill({ answers: { [charge]: () => charged('checking') } })
    await till.pay()
    await till.hasGone('/finish-payment/')
  })

  it.each<[string, string]>([
    ['paid', '/thank-you/'],
    ['payment_in_progress', '/finish-payment/'],
    ['needs_check', '/finish-payment/'],
  ])('goes on where another tab was first: %s', async (code, to) => {
    const till = openTill({ answers: { [charge]: () => refused(code) } })
    await till.pay()
    await till.hasGone(to)
  })

  it('is charged once however often the button is pressed', async () => {
    const { answer, open } = gate()
    const till = openTill({ answers: { [charge]: answer } })
    let presses: Promise<unknown>[] = []
    const payer = { card: till.card, holder: 'Ana Silva', shown }
    act(() => {
      presses = [till.now().payOnce(payer), till.now().payOnce(payer), till.now().payOnce(payer)]
    })
    expect(till.now().phase).toBe('paying')
    await act(async () => {
      open(charged('success'))
      await Promise.all(presses)
    })
    expect(await Promise.all(presses)).toEqual([{ go: '/thank-you/' }, undefined, undefined])
    expect(till.api.callsTo(charge)).toHaveLength(1)
    expect(till.card.collect).toHaveBeenCalledTimes(1)
    expect(tracked).toHaveLength(1)
  })

  it('is asked by the browser before the page is left, as long as money may move', async () => {
    const { answer, open } = gate()
    const till = openTill({ answers: { [charge]: answer } })
    const mayLeave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }))
    expect(mayLeave()).toBe(true)
    let paying: Promise<unknown> = Promise.resolve()
    act(() => {
      paying = till.now().payOnce({ card: till.card, holder: '', shown })
    })
    expect(mayLeave()).toBe(false)
    await act(async () => {
      open(charged('success'))
      await paying
    })
    expect(mayLeave()).toBe(true)
  })
})

describe('a payment that does not go through', () => {
  it.each<[string, Scene, object]>([
    ['a number that is wrong', { collected: { field: 'card', code: 'invalid_number' } }, {}],
    [
      'a card that the provider refuses',
      { collected: { refused: 'expired_card' } },
      { told: { kind: 'declined', reason: 'expired_card' } },
    ],
    ['a provider that is away', { collected: 'unreachable' }, { told: { kind: 'unreachable' } }],
  ])('for %s is not sent', async (_, scene, expected) => {
    const till = openTill(scene)
    const result = await till.pay()
    expect(result).toMatchObject(expected)
    expect(till.now()).toMatchObject({ phase: 'idle', told: null, ...expected })
    expect(till.api.calls).toEqual([])
    expect(replaced).not.toHaveBeenCalled()
  })

  it.each(['insufficient_funds', 'incorrect_cvc'])(
    'because the bank declines it (%s) says why, and the next one is charged',
    async reason => {
      const till = openTill({
        checkout: { order },
        answers: {
          [charge]: () => refused('declined'),
          [finishCall()]: () => outcome('not_charged', reason),
        },
      })
      await till.says(null)
      await waitFor(() => expect(till.now().phase).toBe('idle'))
      await till.pay()
      await till.says({ kind: 'declined', reason })
      expect(till.now().phase).toBe('idle')
      till.api.answer({ [charge]: () => charged('success') })
      await till.pay()
      await till.hasGone('/thank-you/')
      expect(till.now().told).toBeNull()
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
    const till = openTill({ answers: { [charge]: () => refused(code) } })
    await till.pay()
    await till.says({ kind })
    expect(till.now().phase).toBe('idle')
  })

  it('because the terms are not accepted after all takes the tick away', async () => {
    const till = openTill({ answers: { [charge]: () => refused('terms') } })
    expect(await till.pay()).toEqual({ wrong: 'terms' })
    await waitFor(() => expect(till.api.checkout().state.terms.selected).toBe(false))
  })

  it('because the price has changed brings the price before and the one that counts now', async () => {
    const till = openTill({ answers: { [charge]: () => charged('success') } })
    const kept = till.api.checkout()
    const state = { ...kept.state, urgent: { ...kept.state.urgent, selected: false } }
    const fresh = { ...kept, version: 7, state }
    till.api.answer({ [charge]: () => refused('quote_changed', { checkout: fresh }) })
    await till.pay()
    await till.says({ kind: 'quote_changed', before: { amount: 11_300, currency: 'USD' } })
    expect(till.store.getState().checkout).toMatchObject({ version: 7 })
    expect(till.store.getState().checkout.state.urgent.selected).toBe(false)
  })
})

describe('a bank that asks the customer', () => {
  const asking = { [charge]: () => charged('requires_action') }

  it('and is answered well leads on', async () => {
    const till = openTill({ answers: asking })
    await till.pay()
    await till.hasGone('/finish-payment/')
    expect(till.card.confirm).toHaveBeenCalledWith(secret)
    expect(till.api.callsTo(finishCall())).toEqual([])
  })

  it.each<[string, object, object]>([
    [
      'and does not know the customer says so',
      outcome('not_charged', 'authentication_required'),
      { kind: 'declined', reason: 'authentication_required' },
    ],
    [
      'and whose question is put away calls the payment off',
      outcome('not_charged'),
      { kind: 'called_off' },
    ],
    ['and cannot be called off goes on waiting', outcome('waiting'), { kind: 'waiting' }],
    ['and has no answer yet is asked on', outcome('checking'), { kind: 'unconfirmed' }],
  ])('%s', async (_, outcome, told) => {
    const till = openTill({
      isConfirmed: false,
      answers: { ...asking, [finishCall()]: () => outcome },
    })
    till.found({ order })
    await till.pay()
    await till.says(told)
    expect(till.api.callsTo(finishCall())[0]?.body).toMatchObject({
      call_off: true,
      payment: 'pi_1',
    })
  })

  it('and has let the payment through meanwhile leads to the receipt', async () => {
    const till = openTill({ isConfirmed: false, answers: asking })
    till.found({ order, status: 'paid' })
    await till.pay()
    await till.hasGone('/thank-you/')
  })
})

describe('a network that breaks while paying', () => {
  it.each<[string, Partial<WireCheckout>, object]>([
    [
      'after the money was taken leads to the receipt',
      { status: 'paid', order },
      { go: '/thank-you/' },
    ],
    ['before anything began says so', { order: null }, { told: { kind: 'not_sent' } }],
    ['over a payment that is looked at leads to it', { order }, { go: '/finish-payment/' }],
  ])('%s', async (_, found, expected) => {
    const till = openTill({
      answers: { [charge]: () => lost, [finishCall()]: () => outcome('checking') },
    })
    till.found(found)
    expect(await till.pay()).toEqual(expected)
  })

  it('for good says not to pay again, and asks as soon as there is a network', async () => {
    const till = openTill({ answers: { [charge]: () => lost, 'GET checkout/': () => lost } })
    await till.pay()
    await till.says({ kind: 'unknown' })
    till.found({ status: 'paid', order })
    fireEvent(window, new Event('online'))
    await till.hasGone('/thank-you/')
    expect(till.api.callsTo(charge)).toHaveLength(1)
  })

  it('once it is known that money was taken says that, until the receipt can be opened', async () => {
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const till = openTill({ answers: { [charge]: () => charged('success') } })
    await till.pay()
    await till.says({ kind: 'paid_offline' })
    till.api.answer({ 'GET checkout/': () => lost })
    await act(() => till.now().check())
    await till.says({ kind: 'paid_offline' })
    expect(replaced).not.toHaveBeenCalled()

    network.mockReturnValue(true)
    till.found({ status: 'paid', order })
    fireEvent(window, new Event('online'))
    await till.hasGone('/thank-you/')
  })
})

describe('a payment that was begun before the page was opened', () => {
  it('is asked about before the next can be made', async () => {
    const { answer, open } = gate()
    const till = openTill({ order, answers: { [finishCall()]: answer } })
    expect(till.now().phase).toBe('checking')
    expect(await till.pay()).toBeUndefined()
    await act(async () => open(outcome('waiting')))
    await till.says({ kind: 'waiting' })
    expect(till.now().phase).toBe('idle')
    expect(till.api.callsTo(charge)).toEqual([])
  })

  it('is given up when the customer says so, and can be made anew', async () => {
    const till = openTill({ order, answers: { [finishCall()]: () => outcome('waiting') } })
    await till.says({ kind: 'waiting' })
    till.api.answer({ [finishCall()]: () => outcome('not_charged') })
    await act(() => till.now().cancel())
    await till.says({ kind: 'called_off' })
    expect(till.api.callsTo(finishCall()).at(-1)?.body).toMatchObject({ call_off: true })
  })

  it('is asked about again once the order has changed elsewhere', async () => {
    const till = openTill({ order, answers: { [finishCall()]: () => outcome('waiting') } })
    await till.says({ kind: 'waiting' })
    till.api.answer({ [finishCall()]: () => outcome('not_charged') })
    const { checkout } = till.store.getState()
    act(() => till.store.setState({ checkout: { ...checkout, version: checkout.version + 1 } }))
    await till.says({ kind: 'declined', reason: null })
  })

  it('is asked about again and again, and only news is shown', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const till = openTill({ order, answers: { [finishCall()]: () => outcome('waiting') } })
      await till.says({ kind: 'waiting' })
      const waiting = till.now().told
      const asked = till.api.callsTo(finishCall()).length
      await act(() => vi.advanceTimersByTimeAsync(8_500))
      expect(till.api.callsTo(finishCall()).length).toBeGreaterThan(asked)
      expect(till.now().told).toBe(waiting)

      till.api.answer({ 'GET checkout/': () => lost })
      await act(() => vi.advanceTimersByTimeAsync(4_500))
      expect(till.now().told).toBe(waiting)

      till.found({ status: 'paid', order })
      await act(() => vi.advanceTimersByTimeAsync(4_500))
      await till.hasGone('/thank-you/')
    } finally {
      vi.useRealTimers()
    }
  })

  it('is not asked about where it was no payment', async () => {
    const till = openTill({ order: { ...order, status: 'paid' } })
    expect(till.now().phase).toBe('idle')
    expect(till.api.calls).toEqual([])
  })
})

describe('PayPal', () => {
  const made = { status: 'approve', order: { id: 'o-1' }, id: 'PP-1', approve_url: 'https://pp' }

  it('gets an order for what was shown, and takes its money once approved', async () => {
    const till = openTill({
      answers: { [paypalOrder]: () => made, [finishCall()]: () => outcome('done') },
    })
    const started = await act(() => till.now().paypal.start(shown))
    expect(started).toEqual({ id: 'PP-1', approveUrl: 'https://pp' })
    expect(till.api.callsTo(paypalOrder)[0]?.body).toMatchObject({
      expected_total: 113,
      expected_currency: 'USD',
    })
    expect(tracked).toEqual([expect.objectContaining({ kind: 'plan', method: 'paypal' })])
    till.found({ order })
    await act(() => till.now().paypal.approved())
    await till.hasGone('/thank-you/')
    expect(till.api.callsTo(finishCall())[0]?.body).not.toHaveProperty('call_off')
  })

  it.each(['cancelled', 'failed'] as const)(
    'that is %s has its own order given up, and no other',
    async how => {
      const till = openTill({
        answers: { [paypalOrder]: () => made, [finishCall()]: () => outcome('not_charged') },
      })
      await act(() => till.now().paypal.start(shown))
      till.found({ order })
      await act(() => till.now().paypal[how]())
      await till.says({ kind: 'paypal_cancelled' })
      expect(till.api.callsTo(finishCall())[0]?.body).toMatchObject({
        call_off: true,
        payment: 'PP-1',
      })
    },
  )

  it('that was cancelled and is opened again says nothing of that', async () => {
    const till = openTill({
      order,
      answers: { [paypalOrder]: () => made, [finishCall()]: () => outcome('not_charged') },
    })
    await waitFor(() => expect(till.now().phase).toBe('idle'))
    await act(() => till.now().paypal.cancelled())
    await till.says({ kind: 'paypal_cancelled' })
    await act(() => till.now().paypal.start(shown))
    expect(till.now().told).toBeNull()
  })

  it('that declines says so', async () => {
    const till = openTill({
      order,
      answers: { [finishCall()]: () => outcome('not_charged', 'instrument_declined') },
    })
    await act(() => till.now().paypal.approved())
    await till.says({ kind: 'declined', reason: 'instrument_declined' })
  })

  it('for which there is no order says why', async () => {
    const till = openTill({ answers: { [paypalOrder]: () => refused('unavailable') } })
    expect(await act(() => till.now().paypal.start(shown))).toBeUndefined()
    await till.says({ kind: 'unavailable' })
  })
})

describe('a wallet that is closed', () => {
  it('says that nothing was paid', async () => {
    const till = openTill()
    act(() => till.now().wallet.cancelled())
    await till.says({ kind: 'called_off' })
    expect(till.api.calls).toEqual([])
  })

  it('leaves what is said of an earlier payment', async () => {
    const till = openTill({ order, answers: { [finishCall()]: () => outcome('waiting') } })
    await till.says({ kind: 'waiting' })
    act(() => till.now().wallet.cancelled())
    await till.says({ kind: 'waiting' })
  })
})

describe('the second order', () => {
  it('is charged by its own call, and asked about by its own order', async () => {
    const second: SecondOrder = {
      of: 'lifetime',
      charge: vi.fn(async () => {
        throw new TypeError('gone')
      }),
    }
    const paid = { ...order, id: 'o-2', status: 'paid' }
    const till = openTill({ second, order: { ...order, status: 'paid' } })
    till.found({ status: 'paid', lifetime: { offer: null, order: paid } })
    await till.pay()
    expect(second.charge).toHaveBeenCalledWith(
      { payment_method: 'pm_1' },
      { expected_total: 113, expected_currency: 'USD' },
    )
    await till.hasGone('/thank-you/')
    expect(till.api.callsTo(charge)).toEqual([])
    expect(tracked).toEqual([expect.objectContaining({ kind: 'lifetime' })])
  })
})
