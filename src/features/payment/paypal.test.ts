import { describe, expect, it } from 'vitest'
import { ApiClientError } from '@/client/api/api-client-error'
import { createCheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { createPaypalOrder } from '@/contract/merchant'
import { finishOrder } from '@/contract/orders'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { cancelPaypal, completePaypalOrder, startPaypal } from '@/features/payment/submit-payment'

const shownQuote = {
  currency: 'USD' as const,
  plan: 4_900,
  urgent: 0,
  shipping: 0,
  travel: 0,
  discount: 0,
  tax: 0,
  total: 4_900,
}
const order = {
  id: 'o',
  status: 'pending' as const,
  total: 49,
  refunded: 0,
  currency: 'USD' as const,
  paid_at: null,
  charged: null,
}
const checkout = {
  token: 't',
  state: emptyCheckout,
  status: 'processing' as const,
  currency: 'USD' as const,
  order,
  version: 1,
  quote: null,
}

interface Scenario {
  isSaved?: boolean
  orderResponse?: object | Error
  finishResponse?: object | Error
}

function createScenario({ isSaved = true, orderResponse = {}, finishResponse = {} }: Scenario) {
  const requests: unknown[] = []
  const run = async (endpoint: unknown, input: unknown) => {
    if (endpoint === createPaypalOrder || endpoint === finishOrder) requests.push(input)
    const response =
      endpoint === createPaypalOrder
        ? orderResponse
        : endpoint === finishOrder
          ? finishResponse
          : { ...checkout }
    if (response instanceof Error) throw response
    return response
  }
  const sync = { flush: async () => isSaved, run, refresh: async () => {} } as unknown as Sync
  return {
    requests,
    context: { store: createCheckoutStore(checkout), sync, shownQuote },
  }
}

const createRefusal = (code: string) => new ApiClientError('refused', 409, { detail: code, code })

describe('a PayPal order', () => {
  it('is created for the shown price', async () => {
    const { requests, context } = createScenario({
      orderResponse: { id: 'ORDER', approve_url: 'https://paypal' },
    })
    expect(await startPaypal(context)).toEqual({ id: 'ORDER', approveUrl: 'https://paypal' })
    expect(requests).toEqual([
      { body: { token: 't', expected_total: 49, expected_currency: 'USD' } },
    ])
  })

  it.each<[string, Scenario, object]>([
    ['unsaved changes', { isSaved: false }, { message: { kind: 'unsaved' } }],
    ['nothing left to pay', { orderResponse: { id: null } }, { redirectTo: '/thank-you/' }],
    [
      'an order paid in another tab',
      { orderResponse: createRefusal('paid') },
      { redirectTo: '/thank-you/' },
    ],
    [
      'a payment in review',
      { orderResponse: createRefusal('needs_check') },
      { redirectTo: '/finish-payment/' },
    ],
    [
      'PayPal unavailable',
      { orderResponse: createRefusal('unavailable') },
      { message: { kind: 'unavailable' } },
    ],
  ])('is not created with %s', async (_, scenario, expected) => {
    expect(await startPaypal(createScenario(scenario).context)).toEqual(expected)
  })
})

describe('returning from PayPal', () => {
  it.each([
    ['done', { redirectTo: '/thank-you/' }],
    ['checking', { redirectTo: '/finish-payment/' }],
    ['not_charged', { message: { kind: 'declined', reason: 'instrument_declined' } }],
  ])('with the outcome %s opens the matching page or message', async (outcome, expected) => {
    const { context } = createScenario({
      finishResponse: { outcome, reason: 'instrument_declined' },
    })
    expect(await completePaypalOrder(context)).toEqual(expected)
  })

  it('over a bad connection never shows that nothing was paid', async () => {
    const { context } = createScenario({
      finishResponse: new ApiClientError('timeout', 0, { detail: '' }),
    })
    expect(await completePaypalOrder(context)).toEqual({ redirectTo: '/finish-payment/' })
  })

  it('without paying cancels the order', async () => {
    const { requests, context } = createScenario({
      finishResponse: { outcome: 'not_charged', reason: null },
    })
    expect(await cancelPaypal(context, 'paypal-1')).toEqual({
      message: { kind: 'paypal_cancelled' },
    })
    expect(requests).toEqual([
      { params: { id: 'o' }, body: { token: 't', call_off: true, payment: 'paypal-1' } },
    ])
  })
})
