import { describe, expect, it } from 'vitest'
import { CallFailure } from '@/client/api/api-client'
import { createCheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import { createPaypalOrder } from '@/contract/merchant'
import { finishOrder } from '@/contract/orders'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { afterApproval, cancelPaypal, startPaypal } from '@/features/payment/paypal'

const shown = {
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

interface Scene {
  isSaved?: boolean
  made?: object | Error
  finish?: object | Error
}

function scene({ isSaved = true, made = {}, finish = {} }: Scene) {
  const asked: unknown[] = []
  const run = async (call: unknown, input: unknown) => {
    if (call === createPaypalOrder || call === finishOrder) asked.push(input)
    const answer =
      call === createPaypalOrder ? made : call === finishOrder ? finish : { ...checkout }
    if (answer instanceof Error) throw answer
    return answer
  }
  const sync = { flush: async () => isSaved, run, refresh: async () => {} } as unknown as Sync
  return { asked, payer: { store: createCheckoutStore(checkout), sync, shown } }
}

const refused = (code: string) => new CallFailure('refused', 409, { detail: code, code })

describe('PayPal’s order', () => {
  it('is made for the price the customer sees', async () => {
    const { asked, payer } = scene({ made: { id: 'ORDER', approve_url: 'https://paypal' } })
    expect(await startPaypal(payer)).toEqual({ id: 'ORDER', approveUrl: 'https://paypal' })
    expect(asked).toEqual([{ body: { token: 't', expected_total: 49, expected_currency: 'USD' } }])
  })

  it.each<[string, Scene, object]>([
    ['what is not saved yet', { isSaved: false }, { told: { kind: 'unsaved' } }],
    ['nothing left to pay', { made: { id: null } }, { go: '/thank-you/' }],
    ['an order paid in another tab', { made: refused('paid') }, { go: '/thank-you/' }],
    ['a payment that is looked at', { made: refused('needs_check') }, { go: '/finish-payment/' }],
    ['PayPal being away', { made: refused('unavailable') }, { told: { kind: 'unavailable' } }],
  ])('is not made over %s', async (_, told, result) => {
    expect(await startPaypal(scene(told).payer)).toEqual(result)
  })
})

describe('coming back from PayPal', () => {
  it.each([
    ['done', { go: '/thank-you/' }],
    ['checking', { go: '/finish-payment/' }],
    ['not_charged', { told: { kind: 'declined', reason: 'instrument_declined' } }],
  ])('with the money %s', async (outcome, result) => {
    const { payer } = scene({ finish: { outcome, reason: 'instrument_declined' } })
    expect(await afterApproval(payer)).toEqual(result)
  })

  it('over a bad connection never says that nothing was paid', async () => {
    const { payer } = scene({ finish: new CallFailure('timeout', 0, { detail: '' }) })
    expect(await afterApproval(payer)).toEqual({ go: '/finish-payment/' })
  })

  it('without having paid gives the order up', async () => {
    const { asked, payer } = scene({ finish: { outcome: 'not_charged', reason: null } })
    expect(await cancelPaypal(payer, 'paypal-1')).toEqual({ told: { kind: 'paypal_cancelled' } })
    expect(asked).toEqual([
      { params: { id: 'o' }, body: { token: 't', call_off: true, payment: 'paypal-1' } },
    ])
  })
})
