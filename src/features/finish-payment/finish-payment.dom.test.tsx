import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import type { WireCheckout } from '@/contract/checkout'
import { FinishPayment } from '@/features/finish-payment/finish-payment'
import {
  buildFinishCall,
  buildOrder,
  buildOutcome,
  networkError,
} from '../../../tests/support/payment-responses'
import { renderPart } from '../../../tests/support/render-part'
import router from '../../../tests/support/router'
import { translateEnglish as translate } from '../../../tests/support/texts'

const secondMs = 1_000

let routerReplace: MockInstance<typeof router.replace>
beforeEach(() => {
  vi.useFakeTimers()
  routerReplace = vi.spyOn(router, 'replace')
  router.query = {}
})
afterEach(() => {
  vi.useRealTimers()
})

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** The page that waits for the bank's result, after the first response. */
async function openPage(answer: () => object, checkout: Partial<WireCheckout> = {}) {
  const part = renderPart(<FinishPayment />, {
    checkout: { order: buildOrder('o-1'), ...checkout },
    answers: { [buildFinishCall()]: answer },
  })
  expect(screen.getByRole('status').textContent).toContain(translate('finish-payment:asking.title'))
  await advance(0)
  const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
  return { ...part, press, countRequests: () => part.api.findCalls(buildFinishCall()).length }
}
const getBackLink = (name = 'back') =>
  screen.getByRole('link', { name: translate(`finish-payment:${name}`) })

describe('a payment that is being confirmed', () => {
  it('is polled until it is done, then the receipt opens once', async () => {
    const page = await openPage(() => buildOutcome('checking'))
    expect(page.countRequests()).toBe(1)
    await advance(1 * secondMs)
    expect(page.countRequests()).toBe(2)
    page.api.addAnswers({ [buildFinishCall()]: () => networkError })
    await advance(2 * secondMs)
    expect(screen.getByText(translate('finish-payment:asking.title'))).toBeDefined()
    expect(screen.getByText('o-1')).toBeDefined()

    page.api.setCheckout({ ...page.api.checkout(), status: 'paid' })
    await advance(4 * secondMs)
    expect(routerReplace.mock.calls).toEqual([['/thank-you/']])
    await advance(120 * secondMs)
    expect(routerReplace).toHaveBeenCalledTimes(1)
  })

  it('is shown as open after a minute, and checked again on request', async () => {
    const page = await openPage(() => buildOutcome('checking'))
    await advance(60 * secondMs)
    expect(screen.getByText(translate('payment:notices.unconfirmed.title'))).toBeDefined()
    expect(screen.queryByText(translate('finish-payment:asking.title'))).toBeNull()
    const requestCount = page.countRequests()
    expect(requestCount).toBe(11)
    await page.press(translate('finish-payment:open.again'))
    expect(screen.getByText(translate('finish-payment:asking.title'))).toBeDefined()
    await advance(0)
    expect(page.countRequests()).toBe(requestCount + 1)
    page.api.setCheckout({ ...page.api.checkout(), status: 'paid' })
    await advance(1 * secondMs)
    expect(routerReplace.mock.calls).toEqual([['/thank-you/']])
  })

  it('is polled while it is open, and only news is shown', async () => {
    const page = await openPage(() => buildOutcome('checking'))
    await advance(60 * secondMs)
    const requestCount = page.countRequests()
    await advance(8 * secondMs)
    expect(page.countRequests()).toBe(requestCount + 2)
    expect(screen.getByText(translate('payment:notices.unconfirmed.title'))).toBeDefined()
    page.api.addAnswers({ [buildFinishCall()]: () => buildOutcome('not_charged', 'expired_card') })
    await advance(4 * secondMs)
    expect(screen.getByText(translate('payment:declines.expired.title'))).toBeDefined()
  })
})

describe('a bank that waits for the customer', () => {
  it('is polled, with a way back, until the challenge is answered elsewhere', async () => {
    const page = await openPage(() => buildOutcome('waiting'))
    expect(screen.getByText(translate('payment:notices.waiting.title'))).toBeDefined()
    expect(getBackLink().getAttribute('href')).toBe('/checkouts/v2/payment/')
    await advance(4 * secondMs)
    expect(screen.getByText(translate('payment:notices.waiting.title'))).toBeDefined()
    page.api.setCheckout({ ...page.api.checkout(), status: 'paid' })
    await advance(4 * secondMs)
    expect(routerReplace.mock.calls).toEqual([['/thank-you/']])
  })
})

describe('a payment that was not charged', () => {
  it.each([
    ['insufficient_funds', 'funds'],
    ['authentication_required', 'authentication'],
    [null, 'unfinished'],
  ])('shows the reason (%s) and links back to the payment', async (reason, text) => {
    const page = await openPage(() => buildOutcome('not_charged', reason))
    expect(screen.getByText(translate(`payment:declines.${text}.title`))).toBeDefined()
    expect(getBackLink().getAttribute('href')).toBe('/checkouts/v2/payment/')
    const requestCount = page.countRequests()
    await advance(120 * secondMs)
    expect(page.countRequests()).toBe(requestCount)
    expect(routerReplace).not.toHaveBeenCalled()
  })

  it('after a cancellation at PayPal is cancelled and shown as cancelled', async () => {
    router.query = { paypal: 'cancelled' }
    const page = await openPage(() => buildOutcome('not_charged'))
    expect(page.api.findCalls(buildFinishCall())[0]?.body).toMatchObject({ call_off: true })
    expect(screen.getByText(translate('payment:notices.paypal_cancelled.title'))).toBeDefined()
    expect(getBackLink()).toBeDefined()
  })

  it('shows the bank’s reason even after a cancellation at PayPal', async () => {
    router.query = { paypal: 'cancelled' }
    await openPage(() => buildOutcome('not_charged', 'instrument_declined'))
    expect(screen.getByText(translate('payment:declines.paypal.title'))).toBeDefined()
  })

  it('is not cancelled by opening the page', async () => {
    const page = await openPage(() => buildOutcome('not_charged'))
    expect(page.api.findCalls(buildFinishCall())[0]?.body).not.toHaveProperty('call_off')
    expect(screen.getByText(translate('payment:declines.unfinished.title'))).toBeDefined()
  })

  it('for the second order links back to the paid order', async () => {
    router.query = { paypal: 'cancelled' }
    const lifetime = { offer: null, order: buildOrder('o-1') }
    const page = await openPage(() => buildOutcome('not_charged', 'expired_card'), {
      status: 'paid',
      order: buildOrder('first', 'paid'),
      lifetime,
    })
    expect(getBackLink('backToOrder').getAttribute('href')).toBe('/checkouts/thank-you/')
    expect(screen.getByText('o-1')).toBeDefined()
    expect(page.api.findCalls(buildFinishCall())[0]?.body).not.toHaveProperty('call_off')
  })
})
