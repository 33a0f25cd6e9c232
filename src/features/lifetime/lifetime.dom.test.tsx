import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { outlet } from '@/client/analytics/track'
import type { WireCheckout } from '@/contract/checkout'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { Lifetime } from '@/features/lifetime/lifetime'
import { LifetimeTill } from '@/features/payment/lifetime-payment-form'
import { provider, resetProvider } from '../../../tests/support/fake-stripe'
import {
  charged,
  finishCall,
  orderOf,
  outcome,
  refused,
  secret,
} from '../../../tests/support/payment-answers'
import { renderPart } from '../../../tests/support/render-part'
import router from '../../../tests/support/router'
import { wholeCheckout } from '../../../tests/support/sample-checkout'
import { english as say } from '../../../tests/support/texts'

vi.mock('@/client/payments/load-stripe', () => import('../../../tests/support/fake-stripe'))

const offer = {
  currency: 'USD' as const,
  plan: 199,
  urgent: 0,
  shipping: 0,
  travel: 0,
  discount: 69,
  tax: 0,
  total: 130,
}
const pay = 'POST orders/first/lifetime/'
const decline = 'PATCH orders/first/lifetime/'
const finish = finishCall('second')

const heading = () => screen.queryByRole('heading', { name: say('thank-you:lifetime.heading') })
const button = (key: string, values?: Record<string, string>) =>
  screen.getByRole('button', { name: say(`thank-you:lifetime.${key}`, values) })
const payButton = () => screen.getByRole('button', { name: say('payment:pay', { total: '$130' }) })
const status = (key: string) =>
  screen
    .getAllByRole('status')
    .find(({ textContent }) => textContent?.includes(say(`thank-you:lifetime.${key}`)))

interface Scene {
  lifetime?: WireCheckout['lifetime']
  state?: Partial<CheckoutState>
  isLast?: boolean
}

/** The end of a paid order. */
function openOffer({ lifetime = { offer, order: null }, state, isLast }: Scene = {}) {
  const part = renderPart(
    <Lifetime
      isLast={isLast ?? false}
      till={(quote, no) => <LifetimeTill offer={quote} decline={no} />}
    />,
    {
      checkout: {
        status: 'paid',
        order: orderOf('first', 'paid', 88),
        lifetime,
        state: { ...wholeCheckout, ...state },
      },
    },
  )
  const { api, user } = part
  return {
    ...part,
    /** What the server says from now on. */
    has: (more: Scene) =>
      api.put({
        ...api.checkout(),
        version: api.checkout().version + 1,
        lifetime: more.lifetime,
        state: { ...api.checkout().state, ...more.state },
      }),
    accept: async () => {
      await user.click(button('accept', { total: '$130' }))
      await screen.findByLabelText('cardNumber')
    },
    fill: async () => {
      for (const [input, value] of [
        [screen.getByLabelText('cardNumber'), '4242 4242 4242 4242'],
        [screen.getByLabelText('cardExpiry'), '12 / 34'],
        [screen.getByLabelText('cardCvc'), '123'],
        [screen.getByLabelText(say('payment:card.cardholder_name')), 'Ana Silva'],
      ] as const) {
        await user.click(input)
        await user.paste(value)
      }
    },
  }
}

let tracked: object[]
beforeEach(() => {
  tracked = []
  outlet.events = tracked as never
  vi.spyOn(router, 'replace')
  resetProvider()
})

describe('the offer of a plan for life', () => {
  it('names the price, what was paid already, and the difference', () => {
    openOffer()
    const { textContent } = document.body
    for (const text of ['$199', '−$69', '$130']) expect(textContent).toContain(text)
    expect(button('accept', { total: '$130' })).toBeDefined()
    expect(screen.getByRole('link', { name: say('thank-you:lifetime.skip') })).toHaveProperty(
      'hash',
      '#order',
    )
  })

  it('under the order has nothing to skip', () => {
    openOffer({ isLast: true })
    expect(heading()).not.toBeNull()
    expect(screen.queryByRole('link', { name: say('thank-you:lifetime.skip') })).toBeNull()
  })

  it.each([
    ['is not made', { offer: null, order: null }],
    ['is none of an order without one', undefined],
  ])('%s where the server makes none', (_, lifetime) => {
    renderPart(<Lifetime till={() => null} />, {
      checkout: { status: 'paid', order: orderOf('first', 'paid', 49), lifetime },
    })
    expect(document.body.textContent).toBe('')
  })

  it('that is accepted asks for a card, beside which it can still be declined', async () => {
    const part = openOffer()
    await part.accept()
    expect(document.activeElement).toBe(
      screen.getByRole('form', { name: say('thank-you:lifetime.form') }),
    )
    expect(button('decline')).toBeDefined()
    expect(tracked).toEqual([{ event: 'lifetime accepted', currency: 'USD' }])
    expect(part.api.calls).toEqual([])
  })

  it('asks for the card at once where a payment was tried already', async () => {
    renderPart(<Lifetime till={(quote, no) => <LifetimeTill offer={quote} decline={no} />} />, {
      checkout: {
        status: 'paid',
        order: orderOf('first', 'paid', 88),
        lifetime: { offer, order: orderOf('second', 'pending', 130) },
      },
      answers: { [finish]: () => outcome('waiting') },
    })
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain(say('payment:told.waiting.title')),
    )
    expect(payButton()).toBeDefined()
  })
})

describe('paying for life', () => {
  it('charges the difference as an order of its own, and says that it is done', async () => {
    const part = openOffer()
    await part.accept()
    await part.fill()
    part.api.answer({ [pay]: () => charged('success') })
    await part.user.click(payButton())
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith('/thank-you/'))
    expect(part.api.callsTo(pay).map(({ body }) => body)).toEqual([
      expect.objectContaining({
        payment_method: 'pm_1',
        expected_total: 130,
        expected_currency: 'USD',
      }),
    ])
    expect(tracked.at(-1)).toMatchObject({ event: 'begin payment', kind: 'lifetime', value: 130 })
  })

  it('is said to be done, with the number of its order, once the server says so', () => {
    openOffer({
      lifetime: { offer: null, order: orderOf('second', 'paid', 130) },
      state: { isLifetimePaid: true },
    })
    expect(heading()).toBeNull()
    const done = status('done')?.textContent
    expect(done).toContain(say('thank-you:lifetime.doneText', { total: '$130', number: 'second' }))
  })

  it('with a card that is declined says why, and the offer stays', async () => {
    const part = openOffer()
    await part.accept()
    await part.fill()
    part.api.answer({ [pay]: () => refused('declined') })
    part.has({ lifetime: { offer, order: orderOf('second', 'pending', 130) } })
    part.api.answer({ [finish]: () => outcome('not_charged', 'generic_decline') })
    await part.user.click(payButton())
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain(
        say('payment:declines.generic.title'),
      ),
    )
    expect(heading()).not.toBeNull()
    expect(screen.getByLabelText('cardNumber')).toHaveProperty('value', '4242 4242 4242 4242')
    expect(router.replace).not.toHaveBeenCalled()
  })

  it('asks for everything that is missing, and for no terms', async () => {
    const part = openOffer()
    await part.accept()
    await part.user.click(payButton())
    const listed = (await screen.findByRole('alert')).querySelectorAll('a')
    expect([...listed].map(({ textContent }) => textContent)).toEqual(
      ['card', 'date', 'cvc', 'cardholder_name'].map(name => say(`payment:issues.${name}.missing`)),
    )
    expect(part.api.calls).toEqual([])
  })

  it('lets the bank ask, and calls the payment off where the question is put away', async () => {
    provider.asks = async () => ({ error: { type: 'card_error' } })
    const part = openOffer()
    await part.accept()
    await part.fill()
    part.has({ lifetime: { offer, order: orderOf('second', 'pending', 130) } })
    part.api.answer({
      [pay]: () => charged('requires_action'),
      [finish]: () => outcome('not_charged'),
    })
    await part.user.click(payButton())
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain(say('payment:told.called_off.title')),
    )
    expect(provider.asked.at(-1)).toEqual({
      what: 'handleNextAction',
      given: { clientSecret: secret },
    })
    expect(part.api.callsTo(finish)[0]?.body).toMatchObject({ call_off: true, payment: 'pi_1' })
  })
})

describe('the offer, declined,', () => {
  it('is gone, which is said where the keyboard goes on', async () => {
    const part = openOffer()
    part.api.answer({
      [decline]: () => {
        part.has({ lifetime: { offer: null, order: null } })
        return { version: 2 }
      },
    })
    const no = button('decline')
    fireEvent.click(no)
    fireEvent.click(no)
    expect(no.getAttribute('aria-busy')).toBe('true')
    await waitFor(() => expect(heading()).toBeNull())
    expect(document.activeElement).toBe(status('declined'))
    expect(part.api.callsTo(decline)).toHaveLength(1)
    expect(part.api.callsTo(decline)[0]?.body).toMatchObject({ accepted: false })
    expect(tracked).toEqual([{ event: 'lifetime declined' }])
  })

  it('in another tab is gone from this one too', async () => {
    const part = openOffer()
    const { checkout } = part.store.getState()
    const lifetime = { offer: null, order: null }
    part.store.setState({ checkout: { ...checkout, version: 2, lifetime } })
    await waitFor(() => expect(status('gone')).toBeDefined())
    expect(heading()).toBeNull()
    expect(document.activeElement).toBe(status('gone'))
  })

  it.each([
    ['payment_in_progress', 'open'],
    ['needs_check', 'open'],
    ['something_new', 'failed'],
  ])('cannot be while the server refuses that (%s), and says so', async (code, key) => {
    const part = openOffer()
    part.api.answer({ [decline]: () => refused(code) })
    await part.user.click(button('decline'))
    expect((await screen.findByRole('alert')).textContent).toBe(say(`thank-you:lifetime.${key}`))
    expect(heading()).not.toBeNull()
    part.api.answer({
      [decline]: () => {
        part.has({ lifetime: { offer: null, order: null } })
        return { version: 2 }
      },
    })
    await part.user.click(button('decline'))
    await waitFor(() => expect(status('declined')).toBeDefined())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('but paid meanwhile is shown as that', async () => {
    const part = openOffer()
    part.api.answer({
      [decline]: () => {
        part.has({
          lifetime: { offer: null, order: orderOf('second', 'paid', 130) },
          state: { isLifetimePaid: true },
        })
        return refused('paid')
      },
    })
    await part.user.click(button('decline'))
    await waitFor(() => expect(status('done')).toBeDefined())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('or not to be had any more is gone without a word of a fault', async () => {
    const part = openOffer()
    part.api.answer({
      [decline]: () => {
        part.has({ lifetime: { offer: null, order: null } })
        return refused('not_offered')
      },
    })
    await part.user.click(button('decline'))
    await waitFor(() => expect(status('gone')).toBeDefined())
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
