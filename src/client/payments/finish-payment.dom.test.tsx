import { act } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { finishPayment } from '@/client/payments/finish-payment'
import type { WireCheckout } from '@/contract/checkout'
import { buildFinishCall, buildOrder, buildOutcome } from '../../../tests/support/payment-responses'
import { renderPart } from '../../../tests/support/render-part'

type FinishOptions = NonNullable<Parameters<typeof finishPayment>[2]>

/** Renders a page whose store has no payment, while the server has this checkout. */
function renderStatus(
  overrides: Partial<WireCheckout>,
  answers: Record<string, () => object> = {},
) {
  const part = renderPart(null, { answers })
  part.api.setCheckout({ ...part.api.checkout(), version: 4, ...overrides })
  const finish = (options?: FinishOptions) =>
    act(() => finishPayment(part.store, part.sync, options))
  return { ...part, finish }
}

describe('the payment status', () => {
  it.each<[string, Partial<WireCheckout>, FinishOptions, object]>([
    ['no payment, before one was started', {}, {}, { outcome: 'none', reason: null }],
    [
      'paid',
      { status: 'paid', order: buildOrder('a', 'paid') },
      {},
      { outcome: 'done', reason: null },
    ],
    [
      'first order paid, second order not started',
      { status: 'paid', order: buildOrder('a', 'paid'), lifetime: { offer: null, order: null } },
      { orderKind: 'lifetime' },
      { outcome: 'none', reason: null },
    ],
    [
      'second order paid',
      {
        status: 'paid',
        order: buildOrder('a', 'paid'),
        lifetime: { offer: null, order: buildOrder('b', 'paid') },
      },
      { orderKind: 'lifetime' },
      { outcome: 'done', reason: null },
    ],
  ])('is known without the provider: %s', async (_, overrides, options, expected) => {
    const { finish, api, store } = renderStatus(overrides)
    expect(await finish(options)).toEqual(expected)
    expect(api.calls).toHaveLength(1)
    expect(store.getState().checkout.version).toBe(4)
  })

  it.each<[string, Partial<WireCheckout>, FinishOptions, string]>([
    ['the first order', { order: buildOrder('a') }, {}, 'a'],
    [
      'the second order',
      {
        status: 'paid',
        order: buildOrder('a', 'paid'),
        lifetime: { offer: null, order: buildOrder('b') },
      },
      { orderKind: 'lifetime' },
      'b',
    ],
  ])('is requested from the provider for %s', async (_, overrides, options, id) => {
    const answers = { [buildFinishCall(id)]: () => buildOutcome('not_charged', 'expired_card') }
    const { finish, api } = renderStatus(overrides, answers)
    expect(await finish(options)).toEqual({ outcome: 'not_charged', reason: 'expired_card' })
    const { token } = api.checkout()
    expect(api.findCalls(buildFinishCall(id))[0]?.body).toEqual({ token, api_key: 'demo' })
  })

  it.each<[string, boolean | string, object]>([
    ['whichever is open', true, { call_off: true }],
    ['one by its id', 'pi_1', { call_off: true, payment: 'pi_1' }],
  ])('is settled by cancelling a payment: %s', async (_, cancelAttempt, expectedBody) => {
    const { finish, api } = renderStatus(
      { order: buildOrder('a') },
      { [buildFinishCall('a')]: () => buildOutcome('not_charged') },
    )
    expect(await finish({ cancelAttempt })).toEqual({ outcome: 'not_charged', reason: null })
    expect(api.findCalls(buildFinishCall('a'))[0]?.body).toMatchObject(expectedBody)
  })

  it.each([
    ['GET checkout/', {}],
    [buildFinishCall('a'), { order: buildOrder('a') }],
  ] as [string, Partial<WireCheckout>][])(
    'is unknown without a response: %s',
    async (call, overrides) => {
      const { finish } = renderStatus(overrides, { [call]: () => new TypeError('no network') })
      await expect(finish()).rejects.toMatchObject({ name: 'ApiClientError', kind: 'offline' })
    },
  )
})
