import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import type { WireCheckout } from '@/contract/checkout'
import { FinishPayment } from '@/features/finish-payment/finish-payment'
import { finishCall, lost, orderOf, outcome } from '../../../tests/support/payment-answers'
import { renderPart } from '../../../tests/support/render-part'
import router from '../../../tests/support/router'
import { english as say } from '../../../tests/support/texts'

const second = 1_000

let replaced: MockInstance<typeof router.replace>
beforeEach(() => {
  vi.useFakeTimers()
  replaced = vi.spyOn(router, 'replace')
  router.query = {}
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** The page that waits for the bank's word, once the first answer is there. */
async function openPage(answer: () => object, checkout: Partial<WireCheckout> = {}) {
  const part = renderPart(<FinishPayment />, {
    checkout: { order: orderOf('o-1'), ...checkout },
    answers: { [finishCall()]: answer },
  })
  expect(screen.getByRole('status').textContent).toContain(say('finish-payment:asking.title'))
  await pass(0)
  const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
  return { ...part, press, asked: () => part.api.callsTo(finishCall()).length }
}
const back = (name = 'back') => screen.getByRole('link', { name: say(`finish-payment:${name}`) })

describe('a payment that is being confirmed', () => {
  it('is asked about until it is done, then the receipt opens, once', async () => {
    const page = await openPage(() => outcome('checking'))
    expect(page.asked()).toBe(1)
    await pass(1 * second)
    expect(page.asked()).toBe(2)
    page.api.answer({ [finishCall()]: () => lost })
    await pass(2 * second)
    expect(screen.getByText(say('finish-payment:asking.title'))).toBeDefined()
    expect(screen.getByText('o-1')).toBeDefined()

    page.api.put({ ...page.api.checkout(), status: 'paid' })
    await pass(4 * second)
    expect(replaced.mock.calls).toEqual([['/thank-you/']])
    await pass(120 * second)
    expect(replaced).toHaveBeenCalledTimes(1)
  })

  it('is still open after a minute, which is said, and asked about again when the customer says so', async () => {
    const page = await openPage(() => outcome('checking'))
    await pass(60 * second)
    expect(screen.getByText(say('finish-payment:open.title'))).toBeDefined()
    expect(screen.queryByText(say('finish-payment:asking.title'))).toBeNull()
    const asked = page.asked()
    expect(asked).toBe(11)
    await page.press(say('finish-payment:open.again'))
    expect(screen.getByText(say('finish-payment:asking.title'))).toBeDefined()
    await pass(0)
    expect(page.asked()).toBe(asked + 1)
    page.api.put({ ...page.api.checkout(), status: 'paid' })
    await pass(1 * second)
    expect(replaced.mock.calls).toEqual([['/thank-you/']])
  })

  it('is asked about by itself as long as it is open, and only news is shown', async () => {
    const page = await openPage(() => outcome('checking'))
    await pass(60 * second)
    const asked = page.asked()
    await pass(8 * second)
    expect(page.asked()).toBe(asked + 2)
    expect(screen.getByText(say('finish-payment:open.title'))).toBeDefined()
    page.api.answer({ [finishCall()]: () => outcome('not_charged', 'expired_card') })
    await pass(4 * second)
    expect(screen.getByText(say('payment:declines.expired.title'))).toBeDefined()
  })
})

describe('a bank that waits for the customer', () => {
  it('is waited for, with a way back, until the question is answered elsewhere', async () => {
    const page = await openPage(() => outcome('waiting'))
    expect(screen.getByText(say('payment:told.waiting.title'))).toBeDefined()
    expect(back().getAttribute('href')).toBe('/checkouts/v2/payment/')
    await pass(4 * second)
    expect(screen.getByText(say('payment:told.waiting.title'))).toBeDefined()
    page.api.put({ ...page.api.checkout(), status: 'paid' })
    await pass(4 * second)
    expect(replaced.mock.calls).toEqual([['/thank-you/']])
  })
})

describe('a payment that was not charged', () => {
  it.each([
    ['insufficient_funds', 'funds'],
    ['authentication_required', 'authentication'],
    [null, 'unfinished'],
  ])('says why (%s), and leads back to where it can be paid', async (reason, text) => {
    const page = await openPage(() => outcome('not_charged', reason))
    expect(screen.getByText(say(`payment:declines.${text}.title`))).toBeDefined()
    expect(back().getAttribute('href')).toBe('/checkouts/v2/payment/')
    const asked = page.asked()
    await pass(120 * second)
    expect(page.asked()).toBe(asked)
    expect(replaced).not.toHaveBeenCalled()
  })

  it('because the customer cancelled at PayPal is given up, and said to be cancelled', async () => {
    router.query = { paypal: 'cancelled' }
    const page = await openPage(() => outcome('not_charged'))
    expect(page.api.callsTo(finishCall())[0]?.body).toMatchObject({ call_off: true })
    expect(screen.getByText(say('payment:told.paypal_cancelled.title'))).toBeDefined()
    expect(back()).toBeDefined()
  })

  it('although PayPal was cancelled says what the bank has said', async () => {
    router.query = { paypal: 'cancelled' }
    await openPage(() => outcome('not_charged', 'instrument_declined'))
    expect(screen.getByText(say('payment:declines.paypal.title'))).toBeDefined()
  })

  it('is not given up by opening the page', async () => {
    const page = await openPage(() => outcome('not_charged'))
    expect(page.api.callsTo(finishCall())[0]?.body).not.toHaveProperty('call_off')
    expect(screen.getByText(say('payment:declines.unfinished.title'))).toBeDefined()
  })

  it('for the second order leads back to the order that is paid', async () => {
    router.query = { paypal: 'cancelled' }
    const lifetime = { offer: null, order: orderOf('o-1') }
    const page = await openPage(() => outcome('not_charged', 'expired_card'), {
      status: 'paid',
      order: orderOf('first', 'paid'),
      lifetime,
    })
    expect(back('backToOrder').getAttribute('href')).toBe('/checkouts/thank-you/')
    expect(screen.getByText('o-1')).toBeDefined()
    expect(page.api.callsTo(finishCall())[0]?.body).not.toHaveProperty('call_off')
  })
})
