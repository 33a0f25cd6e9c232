import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { analyticsSink } from '@/client/analytics/track'
import type { WireCheckout } from '@/contract/checkout'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { documentTypes } from '@/domain/data/document-types'
import { Lifetime } from '@/features/lifetime/lifetime'
import { LifetimePaymentForm } from '@/features/payment/lifetime-payment-form'
import { provider, resetProvider } from '../../../tests/support/fake-stripe'
import {
  buildChargeResponse,
  buildFinishCall,
  buildOrder,
  buildOutcome,
  buildRefusal,
  clientSecret,
} from '../../../tests/support/payment-responses'
import { renderPart } from '../../../tests/support/render-part'
import router from '../../../tests/support/router'
import { completeCheckout } from '../../../tests/support/sample-checkout'
import { translateEnglish as translate } from '../../../tests/support/texts'

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
const payEndpoint = 'POST orders/first/lifetime/'
const declineEndpoint = 'PATCH orders/first/lifetime/'
const finishEndpoint = buildFinishCall('second')

const queryHeading = () =>
  screen.queryByRole('heading', { name: translate('thank-you:lifetime.heading') })
const getButton = (key: string, values?: Record<string, string>) =>
  screen.getByRole('button', { name: translate(`thank-you:lifetime.${key}`, values) })
const getPayButton = () =>
  screen.getByRole('button', { name: translate('payment:pay', { total: '$130' }) })
const findStatus = (key: string) =>
  screen
    .getAllByRole('status')
    .find(({ textContent }) => textContent?.includes(translate(`thank-you:lifetime.${key}`)))

interface Scenario {
  lifetime?: WireCheckout['lifetime']
  state?: Partial<CheckoutState>
}

/** The thank-you page of a paid order. */
function openOffer({ lifetime = { offer, order: null }, state }: Scenario = {}) {
  const part = renderPart(
    <Lifetime
      renderPaymentForm={(quote, declineButton) => (
        <LifetimePaymentForm offer={quote} declineButton={declineButton} />
      )}
    />,
    {
      checkout: {
        status: 'paid',
        order: buildOrder('first', 'paid', 88),
        lifetime,
        state: { ...completeCheckout, ...state },
      },
    },
  )
  const { api, user } = part
  return {
    ...part,
    /** Sets what the server returns from now on. */
    serve: (update: Scenario) =>
      api.setCheckout({
        ...api.checkout(),
        version: api.checkout().version + 1,
        lifetime: update.lifetime,
        state: { ...api.checkout().state, ...update.state },
      }),
    accept: async () => {
      await user.click(getButton('accept', { total: '$130' }))
      await screen.findByLabelText('cardNumber')
    },
    fill: async () => {
      for (const [input, value] of [
        [screen.getByLabelText('cardNumber'), '4242 4242 4242 4242'],
        [screen.getByLabelText('cardExpiry'), '12 / 34'],
        [screen.getByLabelText('cardCvc'), '123'],
        [screen.getByLabelText(translate('payment:card.cardholder_name')), 'Ana Silva'],
      ] as const) {
        await user.clear(input)
        await user.paste(value)
      }
    },
  }
}

let trackedEvents: object[]
beforeEach(() => {
  trackedEvents = []
  analyticsSink.events = trackedEvents as never
  vi.spyOn(router, 'replace')
  resetProvider()
})

describe('the lifetime offer', () => {
  it('shows the price, the amount already paid and the difference', () => {
    openOffer()
    const { textContent } = document.body
    for (const text of ['$199', '−$69', '$130']) expect(textContent).toContain(text)
    expect(getButton('accept', { total: '$130' })).toBeDefined()
  })

  it('calls the order complete only once all photos are in', () => {
    openOffer()
    expect(screen.queryByText(translate('thank-you:lifetime.separate'))).toBeNull()
    document.body.replaceChildren()
    const images = documentTypes.map(type => ({
      id: type,
      type,
      revision: 1,
      needs_review: false,
      added_at: '2026-11-20T08:00:00.000Z',
    }))
    openOffer({ state: { approval_documents: { add_later: false, images } } })
    expect(screen.getByText(translate('thank-you:lifetime.separate'))).toBeDefined()
  })

  it.each([
    ['is hidden', { offer: null, order: null }],
    ['is hidden without lifetime data', undefined],
  ])('%s if the server makes no offer', (_, lifetime) => {
    renderPart(<Lifetime renderPaymentForm={() => null} />, {
      checkout: { status: 'paid', order: buildOrder('first', 'paid', 49), lifetime },
    })
    expect(document.body.textContent).toBe('')
  })

  it('asks for a card when accepted, and can still be declined beside it', async () => {
    const part = openOffer()
    await part.accept()
    expect(document.activeElement).toBe(
      screen.getByRole('form', { name: translate('thank-you:lifetime.form') }),
    )
    expect(getButton('decline')).toBeDefined()
    expect(trackedEvents).toEqual([{ event: 'lifetime accepted', currency: 'USD' }])
    expect(part.api.calls).toEqual([])
  })

  it('opens with the card form if a payment was already attempted', async () => {
    renderPart(
      <Lifetime
        renderPaymentForm={(quote, declineButton) => (
          <LifetimePaymentForm offer={quote} declineButton={declineButton} />
        )}
      />,
      {
        checkout: {
          status: 'paid',
          order: buildOrder('first', 'paid', 88),
          lifetime: { offer, order: buildOrder('second', 'pending', 130) },
        },
        answers: { [finishEndpoint]: () => buildOutcome('waiting') },
      },
    )
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain(
        translate('payment:notices.waiting.title'),
      ),
    )
    expect(getPayButton()).toBeDefined()
  })
})

describe('a lifetime payment', () => {
  it('charges the difference as its own order and shows that it is done', async () => {
    const part = openOffer()
    await part.accept()
    await part.fill()
    part.api.addAnswers({ [payEndpoint]: () => buildChargeResponse('success') })
    await part.user.click(getPayButton())
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith('/thank-you/'))
    expect(part.api.findCalls(payEndpoint).map(({ body }) => body)).toEqual([
      expect.objectContaining({
        payment_method: 'pm_1',
        expected_total: 130,
        expected_currency: 'USD',
      }),
    ])
    expect(trackedEvents.at(-1)).toMatchObject({
      event: 'begin payment',
      kind: 'lifetime',
      value: 130,
    })
  })

  it('is shown as done, with its order number, once the server confirms it', () => {
    openOffer({
      lifetime: { offer: null, order: buildOrder('second', 'paid', 130) },
      state: { isLifetimePaid: true },
    })
    expect(queryHeading()).toBeNull()
    const statusText = findStatus('done')?.textContent
    expect(statusText).toContain(
      translate('thank-you:lifetime.doneText', { total: '$130', number: 'second' }),
    )
  })

  it('with a declined card shows the reason and keeps the offer', async () => {
    const part = openOffer()
    await part.accept()
    await part.fill()
    part.api.addAnswers({ [payEndpoint]: () => buildRefusal('declined') })
    part.serve({ lifetime: { offer, order: buildOrder('second', 'pending', 130) } })
    part.api.addAnswers({ [finishEndpoint]: () => buildOutcome('not_charged', 'generic_decline') })
    await part.user.click(getPayButton())
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain(
        translate('payment:declines.generic.title'),
      ),
    )
    expect(queryHeading()).not.toBeNull()
    expect(screen.getByLabelText('cardNumber')).toHaveProperty('value', '4242 4242 4242 4242')
    expect(router.replace).not.toHaveBeenCalled()
  })

  it('lists all missing fields, without any terms', async () => {
    const part = openOffer()
    await part.accept()
    // The driver's name is proposed.
    await part.user.clear(screen.getByLabelText(translate('payment:card.cardholder_name')))
    await part.user.click(getPayButton())
    const links = (await screen.findByRole('alert')).querySelectorAll('a')
    expect([...links].map(({ textContent }) => textContent)).toEqual(
      ['card', 'date', 'cvc', 'cardholder_name'].map(name =>
        translate(`payment:issues.${name}.missing`),
      ),
    )
    expect(part.api.calls).toEqual([])
  })

  it('shows the bank’s challenge, and is cancelled if that is closed', async () => {
    provider.nextActionResult = async () => ({ error: { type: 'card_error' } })
    const part = openOffer()
    await part.accept()
    await part.fill()
    part.serve({ lifetime: { offer, order: buildOrder('second', 'pending', 130) } })
    part.api.addAnswers({
      [payEndpoint]: () => buildChargeResponse('requires_action'),
      [finishEndpoint]: () => buildOutcome('not_charged'),
    })
    await part.user.click(getPayButton())
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain(
        translate('payment:notices.called_off.title'),
      ),
    )
    expect(provider.recordedCalls.at(-1)).toEqual({
      what: 'handleNextAction',
      given: { clientSecret },
    })
    expect(part.api.findCalls(finishEndpoint)[0]?.body).toMatchObject({
      call_off: true,
      payment: 'pi_1',
    })
  })
})

describe('the declined offer', () => {
  it('disappears, which a focused notice shows', async () => {
    const part = openOffer()
    part.api.addAnswers({
      [declineEndpoint]: () => {
        part.serve({ lifetime: { offer: null, order: null } })
        return { version: 2 }
      },
    })
    const declineButton = getButton('decline')
    fireEvent.click(declineButton)
    fireEvent.click(declineButton)
    expect(declineButton.getAttribute('aria-busy')).toBe('true')
    await waitFor(() => expect(queryHeading()).toBeNull())
    expect(document.activeElement).toBe(findStatus('declined'))
    expect(part.api.findCalls(declineEndpoint)).toHaveLength(1)
    expect(part.api.findCalls(declineEndpoint)[0]?.body).toMatchObject({ accepted: false })
    expect(trackedEvents).toEqual([{ event: 'lifetime declined' }])
  })

  it('also disappears in another tab', async () => {
    const part = openOffer()
    const { checkout } = part.store.getState()
    const lifetime = { offer: null, order: null }
    part.store.setState({ checkout: { ...checkout, version: 2, lifetime } })
    await waitFor(() => expect(findStatus('gone')).toBeDefined())
    expect(queryHeading()).toBeNull()
    expect(document.activeElement).toBe(findStatus('gone'))
  })

  it.each([
    ['payment_in_progress', 'open'],
    ['needs_check', 'open'],
    ['something_new', 'failed'],
  ])('stays with an error while the server refuses it (%s)', async (code, key) => {
    const part = openOffer()
    part.api.addAnswers({ [declineEndpoint]: () => buildRefusal(code) })
    await part.user.click(getButton('decline'))
    expect((await screen.findByRole('alert')).textContent).toBe(
      translate(`thank-you:lifetime.${key}`),
    )
    expect(queryHeading()).not.toBeNull()
    part.api.addAnswers({
      [declineEndpoint]: () => {
        part.serve({ lifetime: { offer: null, order: null } })
        return { version: 2 }
      },
    })
    await part.user.click(getButton('decline'))
    await waitFor(() => expect(findStatus('declined')).toBeDefined())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is shown as paid if it was paid in the meantime', async () => {
    const part = openOffer()
    part.api.addAnswers({
      [declineEndpoint]: () => {
        part.serve({
          lifetime: { offer: null, order: buildOrder('second', 'paid', 130) },
          state: { isLifetimePaid: true },
        })
        return buildRefusal('paid')
      },
    })
    await part.user.click(getButton('decline'))
    await waitFor(() => expect(findStatus('done')).toBeDefined())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('disappears without an error if it is no longer available', async () => {
    const part = openOffer()
    part.api.addAnswers({
      [declineEndpoint]: () => {
        part.serve({ lifetime: { offer: null, order: null } })
        return buildRefusal('not_offered')
      },
    })
    await part.user.click(getButton('decline'))
    await waitFor(() => expect(findStatus('gone')).toBeDefined())
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
