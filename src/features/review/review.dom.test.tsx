import { act, screen, waitFor } from '@testing-library/react'
import router from 'next/router'
import { describe, expect, it, vi } from 'vitest'
import { findAddressFormat } from '@/domain/address/address-formats'
import type { Shipping } from '@/domain/checkout/customer-schema'
import { applyChange } from '@/domain/checkout/state-change'
import { findStep } from '@/domain/checkout/steps'
import { Review } from '@/features/review/review'
import type { RecordedCall } from '../../../tests/support/fake-api'
import { renderPart } from '../../../tests/support/render-part'
import { address, completeCheckout } from '../../../tests/support/sample-checkout'
import { translateEnglish as translate } from '../../../tests/support/texts'

/** The review of an order to this address. */
function openReview(overrides: Partial<Shipping> = {}) {
  const push = vi.spyOn(router, 'push')
  const shipping = { ...address, ...overrides }
  const part = renderPart(<Review methods={[]} saveProblemStatus={null} />, {
    address: findAddressFormat(shipping.country),
    checkout: { state: { ...completeCheckout, step: 4, shipping } },
  })
  return {
    ...part,
    push,
    pressContinue: () => part.user.click(screen.getAllByRole('button').at(-1) as HTMLElement),
    expectPayment: () =>
      waitFor(() => expect(push).toHaveBeenCalledExactlyOnceWith(findStep('payment').route)),
  }
}

it.each<[string, Partial<Shipping>, string[]]>([
  ['us', {}, ['Ana Silva', '12 Congress Avenue', 'Austin, TX 78701', 'United States']],
  [
    'gb',
    { address: 'Great Russell Street', city: 'London', state: '', postcode: 'WC1B 3DG' },
    ['Ana Silva', 'Great Russell Street', 'London', 'WC1B 3DG', 'United Kingdom'],
  ],
  [
    'de',
    { address: 'Unter den Linden 77', city: 'Berlin', state: '', postcode: '10117' },
    ['Ana Silva', 'Unter den Linden 77', '10117 Berlin', 'Germany'],
  ],
  [
    'ae',
    { address: 'Villa 12, Al Wasl Road', city: '', state: 'DU', postcode: '' },
    ['Ana Silva', 'Villa 12, Al Wasl Road', 'Dubai', 'United Arab Emirates'],
  ],
  [
    'nl',
    {
      address: 'Museumstraat',
      street_number: '1',
      city: 'Amsterdam',
      state: '',
      postcode: '1071 XX',
    },
    ['Ana Silva', 'Museumstraat 1', '1071 XX Amsterdam', 'Netherlands'],
  ],
])('the review shows the address in its country’s format: %s', (country, overrides, lines) => {
  openReview({ ...overrides, country })
  const label = screen.getByText(translate('review:delivery.address'))
  expect(
    [...(label.parentElement?.querySelectorAll('bdi') ?? [])].map(line => line.textContent),
  ).toEqual(lines)
})

it('the review shows the saving of a coupon including tax, like the coupon box', () => {
  const terms = { products: [], travel_products: [], free_shipping: false }
  const coupon = {
    id: 1,
    name: 'take50',
    discount_type: 'percentage' as const,
    amount: 50,
    ...terms,
  }
  renderPart(<Review methods={[]} saveProblemStatus={null} />, {
    address: findAddressFormat('us'),
    checkout: { state: { ...completeCheckout, step: 4, coupon, tax_group: { tax_rate: 10 } } },
  })
  const savingRow = screen.getByText(translate('review:discount.saved')).parentElement
  expect(savingRow?.textContent).toContain('$37.95')
})

describe('Continue on the review', () => {
  it('saves the processing time and opens the payment', async () => {
    const { user, pressContinue, expectPayment, api } = openReview()
    await user.click(
      screen.getByRole('radio', { name: text => text.startsWith(translate('urgent:standard')) }),
    )
    await pressContinue()
    await expectPayment()
    expect(api.checkout().state).toMatchObject({ step: 5, urgent: { selected: false } })
  })

  it('waits for the network and continues automatically', async () => {
    const { pressContinue, push, api, expectPayment } = openReview()
    const save = ({ body }: RecordedCall) => {
      const current = api.checkout()
      return {
        ...current,
        version: current.version + 1,
        state: applyChange(current.state, body.state),
      }
    }
    let isOffline = true
    api.addAnswers({
      'PATCH checkout/': call => (isOffline ? new TypeError('no network') : save(call)),
    })
    const onLineSpy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await pressContinue()
    const waitingNotice = await screen.findByText(translate('errors.waiting'))
    expect(push).not.toHaveBeenCalled()
    isOffline = false
    onLineSpy.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await expectPayment()
    expect(waitingNotice.isConnected).toBe(false)
  })
})
