import { describe, expect, it } from 'vitest'
import { ApiClientError } from '@/client/api/api-client-error'
import { createCheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import type { WireCheckout } from '@/contract/checkout'
import { createPaymentIntent } from '@/contract/merchant'
import { finishOrder } from '@/contract/orders'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import type { Quote } from '@/domain/pricing/quote'
import type { Card, CollectResult } from '@/features/payment/card'
import { pay } from '@/features/payment/submit-payment'

const shownQuote: Quote = {
  currency: 'USD',
  plan: 6_900,
  urgent: 0,
  shipping: 1_900,
  travel: 0,
  discount: 0,
  tax: 0,
  total: 8_800,
}

const buildCheckout = (overrides: Partial<WireCheckout> = {}): WireCheckout => ({
  token: 't',
  state: emptyCheckout,
  status: 'processing',
  currency: 'USD',
  order: null,
  version: 1,
  quote: null,
  ...overrides,
})

const order: WireCheckout['order'] = {
  id: 'o',
  status: 'pending',
  total: 88,
  refunded: 0,
  currency: 'USD',
  paid_at: null,
  charged: null,
}
const createRefusal = (code: string, overrides: object = {}) =>
  new ApiClientError('refused', 409, { detail: code, code, ...overrides })
const timeoutError = new ApiClientError('timeout', 0, { detail: 'timeout' })

interface Scenario {
  isSaved?: boolean
  collected?: CollectResult
  /** Response of the charge call, or an error to throw. */
  chargeResponse?: unknown
  /** Checkout on the server afterwards, or an error to throw. */
  checkoutAfter?: WireCheckout | Error
  finishResponse?: { outcome: string; reason: string | null; retry_after?: number }
  isConfirmed?: boolean
}

/** Pays in a scenario; also returns the charge requests. */
async function payInScenario(scenario: Scenario, isFree = false) {
  const store = createCheckoutStore(buildCheckout())
  const sent: unknown[] = []
  const respond = (value: unknown) =>
    value instanceof Error ? Promise.reject(value) : Promise.resolve(value)
  const sync = {
    flush: async () => scenario.isSaved ?? true,
    refresh: async () => undefined,
    change: () => undefined,
    run: (endpoint: unknown, request: { body: unknown }) => {
      if (endpoint === finishOrder) return respond(scenario.finishResponse)
      if (endpoint !== createPaymentIntent)
        return respond(scenario.checkoutAfter ?? buildCheckout({ order }))
      sent.push(request.body)
      return respond(scenario.chargeResponse)
    },
  } as unknown as Sync
  const card: Card = {
    collect: async () => scenario.collected ?? { source: { payment_method: 'pm_1' } },
    confirm: async () => scenario.isConfirmed ?? true,
  }
  const price = isFree ? { ...shownQuote, total: 0 } : shownQuote
  const result = await pay({
    store,
    sync,
    card: isFree ? null : card,
    holder: 'Ann',
    shownQuote: price,
  })
  return { result, sent, store }
}

const buildResponse = (status: string) => ({ status, order: { id: 'o' }, client_secret: 's' })
const buildMessage = (kind: string, overrides: object = {}) => ({ message: { kind, ...overrides } })

describe('pressing Pay', () => {
  it('charges the shown price in major units', async () => {
    const { sent } = await payInScenario({ chargeResponse: buildResponse('success') })
    const price = { expected_total: 88, expected_currency: 'USD' }
    expect(sent).toEqual([{ token: 't', payment_method: 'pm_1', ...price }])
  })

  it('needs no card when there is nothing to pay', async () => {
    const { result, sent } = await payInScenario({ chargeResponse: buildResponse('success') }, true)
    const price = { expected_total: 0, expected_currency: 'USD' }
    expect(sent).toEqual([{ token: 't', payment_method: null, ...price }])
    expect(result).toEqual({ redirectTo: '/thank-you/' })
  })

  it.each<[string, Scenario, object]>([
    ['unsaved answers', { isSaved: false }, buildMessage('unsaved')],
    ['an unreachable provider', { collected: 'unreachable' }, buildMessage('unreachable')],
    [
      'an invalid field',
      { collected: { field: 'cvc', code: 'incomplete_cvc' } },
      { invalid: { field: 'cvc', code: 'incomplete_cvc' } },
    ],
    [
      'a card the provider refuses',
      { collected: { declineCode: 'test_mode_live_card' } },
      buildMessage('declined', { reason: 'test_mode_live_card' }),
    ],
  ])('charges nothing with %s', async (_, scenario, expected) => {
    const { result, sent } = await payInScenario(scenario)
    expect(result).toEqual(expected)
    expect(sent).toEqual([])
  })

  it.each<[string, Scenario, object]>([
    [
      'opens the thank-you page when it is paid',
      { chargeResponse: buildResponse('success') },
      { redirectTo: '/thank-you/' },
    ],
    [
      'opens the finish page while it is checked',
      { chargeResponse: buildResponse('checking') },
      { redirectTo: '/finish-payment/' },
    ],
    [
      'opens the finish page when the bank confirms',
      { chargeResponse: buildResponse('requires_action') },
      { redirectTo: '/finish-payment/' },
    ],
    [
      'shows the reason when the bank does not confirm',
      {
        chargeResponse: buildResponse('requires_action'),
        isConfirmed: false,
        finishResponse: { outcome: 'not_charged', reason: 'authentication_required' },
      },
      buildMessage('declined', { reason: 'authentication_required' }),
    ],
    [
      'cancels the payment when the bank’s challenge is closed',
      {
        chargeResponse: buildResponse('requires_action'),
        isConfirmed: false,
        finishResponse: { outcome: 'not_charged', reason: null },
      },
      buildMessage('called_off'),
    ],
    [
      'shows that the bank still waits when it cannot be cancelled',
      {
        chargeResponse: buildResponse('requires_action'),
        isConfirmed: false,
        finishResponse: { outcome: 'waiting', reason: 'authentication_required' },
      },
      buildMessage('waiting'),
    ],
    [
      'shows why the card was declined',
      {
        chargeResponse: createRefusal('declined'),
        finishResponse: { outcome: 'not_charged', reason: 'insufficient_funds' },
      },
      buildMessage('declined', { reason: 'insufficient_funds' }),
    ],
    [
      'shows why the card was declined, also if it was the last one for a while',
      {
        chargeResponse: createRefusal('declined'),
        finishResponse: {
          outcome: 'not_charged',
          reason: 'insufficient_funds',
          retry_after: 600,
        },
      },
      buildMessage('declined', { reason: 'insufficient_funds' }),
    ],
    [
      'opens the thank-you page after a payment in another tab',
      { chargeResponse: createRefusal('paid') },
      { redirectTo: '/thank-you/' },
    ],
    [
      'opens the finish page while another payment is in progress',
      { chargeResponse: createRefusal('payment_in_progress') },
      { redirectTo: '/finish-payment/' },
    ],
    [
      'opens the finish page while a payment is in review',
      { chargeResponse: createRefusal('needs_check') },
      { redirectTo: '/finish-payment/' },
    ],
    [
      'shows that the terms are missing',
      { chargeResponse: createRefusal('terms') },
      { invalid: 'terms' },
    ],
    [
      'shows that the order is incomplete',
      { chargeResponse: createRefusal('incomplete') },
      buildMessage('incomplete'),
    ],
    [
      'shows that there were too many cards',
      { chargeResponse: createRefusal('rate_limited') },
      buildMessage('rate_limited'),
    ],
    [
      'shows that the provider is unavailable',
      { chargeResponse: createRefusal('unavailable') },
      buildMessage('unavailable'),
    ],
    [
      'shows that the order has expired',
      { chargeResponse: createRefusal('not_found') },
      buildMessage('expired'),
    ],
  ])('%s', async (_, scenario, expected) => {
    expect((await payInScenario(scenario)).result).toEqual(expected)
  })

  it('shows both amounts after a price change and adopts the new one', async () => {
    const freshCheckout = buildCheckout({ version: 7 })
    const { result, store } = await payInScenario({
      chargeResponse: createRefusal('quote_changed', { checkout: freshCheckout }),
    })
    expect(result).toEqual(
      buildMessage('quote_changed', { before: { amount: 8_800, currency: 'USD' } }),
    )
    expect(store.getState().checkout.version).toBe(7)
  })
})

describe('a charge without a response is checked first', () => {
  it.each<[string, Scenario, object]>([
    [
      'and opens the thank-you page if it was charged',
      { checkoutAfter: buildCheckout({ status: 'paid', order }) },
      { redirectTo: '/thank-you/' },
    ],
    [
      'and shows that nothing was sent if it never started',
      { checkoutAfter: buildCheckout() },
      buildMessage('not_sent'),
    ],
    [
      'and opens the finish page if it is open',
      { finishResponse: { outcome: 'checking', reason: null } },
      { redirectTo: '/finish-payment/' },
    ],
    [
      'and ignores the reason of an earlier decline',
      { finishResponse: { outcome: 'not_charged', reason: 'expired_card' } },
      buildMessage('declined', { reason: null }),
    ],
    [
      'and shows an unknown result if the check fails, too',
      { checkoutAfter: timeoutError },
      buildMessage('unknown'),
    ],
  ])('%s', async (_, scenario, expected) => {
    expect((await payInScenario({ chargeResponse: timeoutError, ...scenario })).result).toEqual(
      expected,
    )
  })
})
