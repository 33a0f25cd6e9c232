import { act, screen, waitFor } from '@testing-library/react'
import router from 'next/router'
import { describe, expect, it, vi } from 'vitest'
import { addressFormatOf } from '@/domain/address/address-formats'
import type { Shipping } from '@/domain/checkout/customer-schema'
import { applyChange } from '@/domain/checkout/state-change'
import { stepById } from '@/domain/checkout/steps'
import { Review } from '@/features/review/review'
import type { MadeCall } from '../../../tests/support/fake-api'
import { renderPart } from '../../../tests/support/render-part'
import { address, wholeCheckout } from '../../../tests/support/sample-checkout'
import { english as say } from '../../../tests/support/texts'

/** The review of an order that goes to this address. */
function openReview(parts: Partial<Shipping> = {}) {
  const push = vi.spyOn(router, 'push')
  const shipping = { ...address, ...parts }
  const part = renderPart(<Review methods={[]} notSaved={null} />, {
    address: addressFormatOf(shipping.country),
    checkout: { state: { ...wholeCheckout, step: 4, shipping } },
  })
  return {
    ...part,
    push,
    goOn: () => part.user.click(screen.getAllByRole('button').at(-1) as HTMLElement),
    reachesPayment: () =>
      waitFor(() => expect(push).toHaveBeenCalledExactlyOnceWith(stepById('payment').route)),
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
])('the review has the address as its country writes it: %s', (country, parts, lines) => {
  openReview({ ...parts, country })
  const label = screen.getByText(say('review:delivery.address'))
  expect(
    [...(label.parentElement?.querySelectorAll('bdi') ?? [])].map(line => line.textContent),
  ).toEqual(lines)
})

it('the review names the saving of a discount with the tax that goes with it, as the discount box does', () => {
  const terms = { products: [], travel_products: [], free_shipping: false }
  const coupon = {
    id: 1,
    name: 'take50',
    discount_type: 'percentage' as const,
    amount: 50,
    ...terms,
  }
  renderPart(<Review methods={[]} notSaved={null} />, {
    address: addressFormatOf('us'),
    checkout: { state: { ...wholeCheckout, step: 4, coupon, tax_group: { tax_rate: 10 } } },
  })
  const saved = screen.getByText(say('review:discount.saved')).parentElement
  expect(saved?.textContent).toContain('$37.95')
})

describe('Continue under the review', () => {
  it('saves how fast the permit is wanted, and leads to the payment', async () => {
    const { user, goOn, reachesPayment, api } = openReview()
    await user.click(
      screen.getByRole('radio', { name: text => text.startsWith(say('urgent:standard')) }),
    )
    await goOn()
    await reachesPayment()
    expect(api.checkout().state).toMatchObject({ step: 5, urgent: { selected: false } })
  })

  it('waits for the network, and goes on by itself', async () => {
    const { goOn, push, api, reachesPayment } = openReview()
    const save = ({ body }: MadeCall) => {
      const before = api.checkout()
      return {
        ...before,
        version: before.version + 1,
        state: applyChange(before.state, body.state),
      }
    }
    let isOffline = true
    api.answer({
      'PATCH checkout/': made => (isOffline ? new TypeError('no network') : save(made)),
    })
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await goOn()
    const waiting = await screen.findByText(say('errors.waiting'))
    expect(push).not.toHaveBeenCalled()
    isOffline = false
    online.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await reachesPayment()
    expect(waiting.isConnected).toBe(false)
  })
})
