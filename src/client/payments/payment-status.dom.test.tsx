import { act } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useSync } from '@/client/checkout/checkout-provider'
import { whereMoneyIs } from '@/client/payments/payment-status'
import type { Sync } from '@/client/store/checkout-sync'
import type { WireCheckout } from '@/contract/checkout'
import { finishCall, orderOf, outcome } from '../../../tests/support/payment-answers'
import { renderPart } from '../../../tests/support/render-part'

function Watched({ by }: { by: { sync?: Sync } }) {
  by.sync = useSync()
  return null
}

type Asked = NonNullable<Parameters<typeof whereMoneyIs>[2]>

/** Asks on a page that knows of no payment, where the server has this checkout. */
function asking(found: Partial<WireCheckout>, answers: Record<string, () => object> = {}) {
  const seen: { sync?: Sync } = {}
  const part = renderPart(<Watched by={seen} />, { answers })
  part.api.put({ ...part.api.checkout(), version: 4, ...found })
  const ask = (asked?: Asked) => act(() => whereMoneyIs(part.store, seen.sync as Sync, asked))
  return { ...part, ask }
}

describe('where the money is', () => {
  it.each<[string, Partial<WireCheckout>, Asked, object]>([
    ['nowhere, before a payment was begun', {}, {}, { outcome: 'none', reason: null }],
    [
      'with the shop',
      { status: 'paid', order: orderOf('a', 'paid') },
      {},
      { outcome: 'done', reason: null },
    ],
    [
      'not with the shop again, where the second order was not begun',
      { status: 'paid', order: orderOf('a', 'paid'), lifetime: { offer: null, order: null } },
      { of: 'lifetime' },
      { outcome: 'none', reason: null },
    ],
    [
      'with the shop a second time',
      {
        status: 'paid',
        order: orderOf('a', 'paid'),
        lifetime: { offer: null, order: orderOf('b', 'paid') },
      },
      { of: 'lifetime' },
      { outcome: 'done', reason: null },
    ],
  ])('is known without the provider: %s', async (_, found, asked, expected) => {
    const { ask, api, store } = asking(found)
    expect(await ask(asked)).toEqual(expected)
    expect(api.calls).toHaveLength(1)
    expect(store.getState().checkout.version).toBe(4)
  })

  it.each<[string, Partial<WireCheckout>, Asked, string]>([
    ['the first order', { order: orderOf('a') }, {}, 'a'],
    [
      'the second order',
      {
        status: 'paid',
        order: orderOf('a', 'paid'),
        lifetime: { offer: null, order: orderOf('b') },
      },
      { of: 'lifetime' },
      'b',
    ],
  ])('is asked of the provider by %s', async (_, found, asked, id) => {
    const answers = { [finishCall(id)]: () => outcome('not_charged', 'expired_card') }
    const { ask, api } = asking(found, answers)
    expect(await ask(asked)).toEqual({ outcome: 'not_charged', reason: 'expired_card' })
    const { token } = api.checkout()
    expect(api.callsTo(finishCall(id))[0]?.body).toEqual({ token, api_key: 'demo' })
  })

  it.each<[string, boolean | string, object]>([
    ['whichever it is', true, { call_off: true }],
    ['the one that is named', 'pi_1', { call_off: true, payment: 'pi_1' }],
  ])('is settled by giving a payment up: %s', async (_, callOff, sent) => {
    const { ask, api } = asking(
      { order: orderOf('a') },
      { [finishCall('a')]: () => outcome('not_charged') },
    )
    expect(await ask({ callOff })).toEqual({ outcome: 'not_charged', reason: null })
    expect(api.callsTo(finishCall('a'))[0]?.body).toMatchObject(sent)
  })

  it.each([
    ['GET checkout/', {}],
    [finishCall('a'), { order: orderOf('a') }],
  ] as [string, Partial<WireCheckout>][])(
    'is not known where no answer comes: %s',
    async (call, found) => {
      const { ask } = asking(found, { [call]: () => new TypeError('no network') })
      await expect(ask()).rejects.toMatchObject({ name: 'CallFailure', kind: 'offline' })
    },
  )
})
