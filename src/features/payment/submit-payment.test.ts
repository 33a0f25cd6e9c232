import { describe, expect, it } from 'vitest'
import { CallFailure } from '@/client/api/api-client'
import { createCheckoutStore } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import type { WireCheckout } from '@/contract/checkout'
import { createPaymentIntent } from '@/contract/merchant'
import { finishOrder } from '@/contract/orders'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import type { Quote } from '@/domain/pricing/quote'
import type { Card, Collected } from '@/features/payment/card'
import { pay } from '@/features/payment/submit-payment'

const shown: Quote = {
  currency: 'USD',
  plan: 6_900,
  urgent: 0,
  shipping: 1_900,
  travel: 0,
  discount: 0,
  tax: 0,
  total: 8_800,
}

const checkout = (more: Partial<WireCheckout> = {}): WireCheckout => ({
  token: 't',
  state: emptyCheckout,
  status: 'processing',
  currency: 'USD',
  order: null,
  version: 1,
  quote: null,
  ...more,
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
const refused = (code: string, more: object = {}) =>
  new CallFailure('refused', 409, { detail: code, code, ...more })
const lost = new CallFailure('timeout', 0, { detail: 'timeout' })

interface Scene {
  isSaved?: boolean
  collected?: Collected
  /** What the charging call answers, or throws. */
  charge?: unknown
  /** What the server says of the checkout afterwards, or throws. */
  after?: WireCheckout | Error
  finish?: { outcome: string; reason: string | null }
  isConfirmed?: boolean
}

/** Pays in a scene; also tells what was sent to be charged. */
async function paying(scene: Scene, isFree = false) {
  const store = createCheckoutStore(checkout())
  const sent: unknown[] = []
  const answer = (value: unknown) =>
    value instanceof Error ? Promise.reject(value) : Promise.resolve(value)
  const sync = {
    flush: async () => scene.isSaved ?? true,
    refresh: async () => undefined,
    change: () => undefined,
    run: (call: unknown, given: { body: unknown }) => {
      if (call === finishOrder) return answer(scene.finish)
      if (call !== createPaymentIntent) return answer(scene.after ?? checkout({ order }))
      sent.push(given.body)
      return answer(scene.charge)
    },
  } as unknown as Sync
  const card: Card = {
    collect: async () => scene.collected ?? { means: { payment_method: 'pm_1' } },
    confirm: async () => scene.isConfirmed ?? true,
  }
  const price = isFree ? { ...shown, total: 0 } : shown
  const result = await pay({ store, sync, card: isFree ? null : card, holder: 'Ann', shown: price })
  return { result, sent, store }
}

const answered = (status: string) => ({ status, order: { id: 'o' }, client_secret: 's' })
const told = (kind: string, more: object = {}) => ({ told: { kind, ...more } })

describe('pressing Pay', () => {
  it('charges the price that was shown, in major units', async () => {
    const { sent } = await paying({ charge: answered('success') })
    const price = { expected_total: 88, expected_currency: 'USD' }
    expect(sent).toEqual([{ token: 't', payment_method: 'pm_1', ...price }])
  })

  it('takes no card when there is nothing to pay', async () => {
    const { result, sent } = await paying({ charge: answered('success') }, true)
    const price = { expected_total: 0, expected_currency: 'USD' }
    expect(sent).toEqual([{ token: 't', payment_method: null, ...price }])
    expect(result).toEqual({ go: '/thank-you/' })
  })

  it.each<[string, Scene, object]>([
    ['unsaved answers', { isSaved: false }, told('unsaved')],
    ['an unreachable provider', { collected: 'unreachable' }, told('unreachable')],
    [
      'a field that is wrong',
      { collected: { field: 'cvc', code: 'incomplete_cvc' } },
      { wrong: { field: 'cvc', code: 'incomplete_cvc' } },
    ],
    [
      'a card the provider does not take',
      { collected: { refused: 'test_mode_live_card' } },
      told('declined', { reason: 'test_mode_live_card' }),
    ],
  ])('charges nothing with %s', async (_, scene, expected) => {
    const { result, sent } = await paying(scene)
    expect(result).toEqual(expected)
    expect(sent).toEqual([])
  })

  it.each<[string, Scene, object]>([
    ['paid leads to the thank-you page', { charge: answered('success') }, { go: '/thank-you/' }],
    ['checking is waited for', { charge: answered('checking') }, { go: '/finish-payment/' }],
    ['the bank confirms', { charge: answered('requires_action') }, { go: '/finish-payment/' }],
    [
      'the bank does not confirm: the reason, and no money moved',
      {
        charge: answered('requires_action'),
        isConfirmed: false,
        finish: { outcome: 'not_charged', reason: 'authentication_required' },
      },
      told('declined', { reason: 'authentication_required' }),
    ],
    [
      'the bank’s question was put away: the payment is called off',
      {
        charge: answered('requires_action'),
        isConfirmed: false,
        finish: { outcome: 'not_charged', reason: null },
      },
      told('called_off'),
    ],
    [
      'it could not be called off: the bank still waits',
      {
        charge: answered('requires_action'),
        isConfirmed: false,
        finish: { outcome: 'waiting', reason: 'authentication_required' },
      },
      told('waiting'),
    ],
    [
      'declined comes with its reason',
      {
        charge: refused('declined'),
        finish: { outcome: 'not_charged', reason: 'insufficient_funds' },
      },
      told('declined', { reason: 'insufficient_funds' }),
    ],
    ['paid in another tab', { charge: refused('paid') }, { go: '/thank-you/' }],
    [
      'another payment is under way',
      { charge: refused('payment_in_progress') },
      { go: '/finish-payment/' },
    ],
    ['one is being checked', { charge: refused('needs_check') }, { go: '/finish-payment/' }],
    ['the terms are open', { charge: refused('terms') }, { wrong: 'terms' }],
    ['something is missing', { charge: refused('incomplete') }, told('incomplete')],
    ['too many cards', { charge: refused('rate_limited') }, told('rate_limited')],
    ['no provider', { charge: refused('unavailable') }, told('unavailable')],
    ['the order is gone', { charge: refused('not_found') }, told('expired')],
  ])('%s', async (_, scene, expected) => {
    expect((await paying(scene)).result).toEqual(expected)
  })

  it('shows both amounts when the price has changed, and takes the new one on', async () => {
    const fresh = checkout({ version: 7 })
    const { result, store } = await paying({
      charge: refused('quote_changed', { checkout: fresh }),
    })
    expect(result).toEqual(told('quote_changed', { before: { amount: 8_800, currency: 'USD' } }))
    expect(store.getState().checkout.version).toBe(7)
  })
})

describe('when no answer comes, the server is asked before anything is said', () => {
  it.each<[string, Scene, object]>([
    ['it was charged', { after: checkout({ status: 'paid', order }) }, { go: '/thank-you/' }],
    ['it never began', { after: checkout() }, told('not_sent')],
    ['it is open', { finish: { outcome: 'checking', reason: null } }, { go: '/finish-payment/' }],
    [
      'an earlier decline says nothing about it',
      { finish: { outcome: 'not_charged', reason: 'expired_card' } },
      told('declined', { reason: null }),
    ],
    ['the server cannot be asked either', { after: lost }, told('unknown')],
  ])('%s', async (_, scene, expected) => {
    expect((await paying({ charge: lost, ...scene })).result).toEqual(expected)
  })
})
