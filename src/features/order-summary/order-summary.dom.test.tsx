import { act, screen, waitFor, within } from '@testing-library/react'
import { Profiler } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { Sync } from '@/client/store/checkout-sync'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { selectUrgent } from '@/domain/checkout/state-change'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { expectProblem } from '../../../tests/support/dom-setup'
import { createGate } from '../../../tests/support/gate'
import { renderPart } from '../../../tests/support/render-part'
import { completeCheckout, sampleMethod } from '../../../tests/support/sample-checkout'
import { translateEnglish as translate } from '../../../tests/support/texts'

const mount = { item_id: 2, code: 'mount', name: 'Phone mount', price: 15, is_active: true }
const checkoutWithMounts: CheckoutState = {
  ...completeCheckout,
  travelItemsData: [mount],
  travelItemsInCart: [{ item_id: 2, quantity: 2 }],
}

const freeDelivery: Coupon = {
  id: 1,
  name: 'FREESHIP',
  discount_type: 'fixed',
  amount: 0,
  products: [],
  travel_products: [],
  free_shipping: true,
}

const listRows = () => [...document.querySelectorAll('dl > div')]

/** The row whose label starts with this text. */
const findRow = (label: string) =>
  listRows().find(({ textContent }) => textContent.startsWith(label))

/** The summary of an order of $113, unless the state differs. */
function openSummary(state: CheckoutState = completeCheckout) {
  const part = renderPart(<OrderSummary />, { checkout: { state } })
  return {
    ...part,
    /** Changes the order like another part of the page, and saves it immediately. */
    change: (...change: Parameters<Sync['change']>) =>
      act(() => {
        part.sync.change(...change)
        void part.sync.flush()
      }),
    /** Sets the order's state as the server returns it. */
    serve: (changes: Partial<CheckoutState>) =>
      act(() =>
        part.store.setState(({ checkout }) => ({
          checkout: { ...checkout, state: { ...checkout.state, ...changes } },
        })),
      ),
    press: (name: string) => part.user.click(screen.getByRole('button', { name })),
    readTotal: () =>
      screen.getByText(translate('summary.total')).closest('p')?.querySelector('bdi')?.textContent,
    /** The last announcement. */
    readAnnouncement: () => screen.getAllByRole('status').at(-1)?.textContent,
  }
}

describe('an item that is removed from the order', () => {
  it('disappears immediately, is announced and moves the focus to the heading', async () => {
    const summary = openSummary(checkoutWithMounts)
    const row = findRow('Phone mount')
    expect(row?.textContent).toContain(translate('summary.quantity', { quantity: 2 }))
    expect(row?.textContent).toContain('$30')
    expect([summary.readTotal(), summary.readAnnouncement()]).toEqual(['$143', ''])

    await summary.press(translate('summary.removeLabel', { name: 'Phone mount' }))
    expect(row?.isConnected).toBe(false)
    expect(summary.readTotal()).toBe('$113')
    expect(document.activeElement).toBe(screen.getByRole('heading'))
    expect(summary.readAnnouncement()).toBe(
      translate('summary.gone', { what: 'Phone mount' }) +
        translate('summary.announced', { total: '$113' }),
    )
    await waitFor(() => expect(summary.api.checkout().state.travelItemsInCart).toEqual([]))
  })

  it('is restored with the same button if it is urgent processing', async () => {
    const summary = openSummary()
    await summary.press(translate('urgent.removeLabel'))
    expect(summary.readTotal()).toBe('$88')
    expect(summary.readAnnouncement()).toBe(
      translate('summary.gone', { what: translate('urgent.name') }) +
        translate('summary.announced', { total: '$88' }),
    )
    const putBackButton = screen.getByRole('button', {
      name: translate('coupon.putBackLabel', { name: translate('urgent.name') }),
    })
    expect(document.activeElement).toBe(putBackButton)
    await waitFor(() => expect(summary.api.checkout().state.urgent.selected).toBe(false))

    await summary.user.keyboard('{Enter}')
    expect(summary.readTotal()).toBe('$113')
    expect(summary.readAnnouncement()).toBe(translate('summary.announced', { total: '$113' }))
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: translate('urgent.removeLabel') }),
    )
    await waitFor(() => expect(summary.api.checkout().state.urgent.selected).toBe(true))
  })
})

it('another delivery country hides the old delivery price until the new one is known', async () => {
  const gate = createGate()
  const summary = openSummary()
  const readDeliveryClasses = () => findRow('DHL Express')?.querySelector('dd')?.classList
  const { checkout } = summary.store.getState()
  const state = { ...checkout.state, selectedShippingMethod: { ...sampleMethod, price: 29 } }
  summary.api.addAnswers({
    'PATCH checkout/': async () => {
      await gate.opened
      return { ...checkout, version: 2, state }
    },
  })
  expect(readDeliveryClasses()).not.toContain('pending')
  summary.change({ shipping: { country: 'jp' } })
  await waitFor(() => expect(readDeliveryClasses()).toContain('pending'))
  expect(document.querySelector('dl')?.getAttribute('aria-busy')).toBe('true')
  gate.open()
  await waitFor(() => expect(readDeliveryClasses()).not.toContain('pending'))
  expect(summary.readTotal()).toBe('$123')
})

it('a change that does not affect the parcel leaves its delivery price', async () => {
  const gate = createGate()
  const summary = openSummary()
  summary.api.addAnswers({
    'PATCH checkout/': async () => {
      await gate.opened
      return { ...summary.api.checkout(), version: 2 }
    },
  })
  summary.change({ shipping: { city: 'Dallas' } })
  await waitFor(() => expect(summary.store.getState().saving).toBe('saving'))
  expect(findRow('DHL Express')?.querySelector('.pending')).toBeNull()
  gate.open()
  await waitFor(() => expect(summary.store.getState().saving).toBe('saved'))
})

it('a currency change marks the summary as busy over the old prices', () => {
  const summary = openSummary()
  act(() => summary.store.setState({ isRepricing: true }))
  expect(document.querySelector('dl')?.getAttribute('aria-busy')).toBe('true')
  expect(summary.readTotal()).toBe('$113')
})

it.each([
  ['fails on the server', () => new Response('fault', { status: 500 })],
  ['gets no response', () => new TypeError('no network')],
])(
  'an extra whose removal %s immediately shows that it is not saved, and can be retried',
  async (_, answer) => {
    expectProblem(/\[checkout\] saving/)
    const summary = openSummary()
    const { checkout } = summary.store.getState()
    const urgent = { ...checkout.state.urgent, selected: false, is_skip: true }
    const gate = createGate()
    let isDown = true
    summary.api.addAnswers({
      'PATCH checkout/': async () => {
        if (isDown) return answer()
        await gate.opened
        return { ...checkout, version: 2, state: { ...checkout.state, urgent } }
      },
    })
    await summary.press(translate('urgent.removeLabel'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(translate('notSaved.failed.title'))
    const retryButton = within(alert).getByRole('button', {
      name: translate('notSaved.failed.again'),
    })
    isDown = false
    await summary.user.click(retryButton)
    // Saving is also retried automatically: only the click makes the button busy.
    await waitFor(() => expect(retryButton.getAttribute('aria-busy')).toBe('true'))
    gate.open()
    await waitFor(() => expect(alert.isConnected).toBe(false))
    expect(document.activeElement).toBe(screen.getByRole('heading'))
    expect(summary.readTotal()).toBe('$88')
    expect(summary.store.getState()).toMatchObject({ saving: 'saved', dirty: {} })
  },
)

describe('a coupon that the server has changed', () => {
  it('is shown with its effect', () => {
    const summary = openSummary()
    summary.serve({ coupon: freeDelivery })
    const row = findRow(translate('coupon.name', { name: 'FREESHIP' }))
    expect(row?.textContent).toContain(translate('coupon.free'))
    expect(summary.readTotal()).toBe('$94')
    expect(summary.readAnnouncement()).toBe(translate('summary.announced', { total: '$94' }))
  })

  it('shows in its row which one replaces it, until it applies again', () => {
    const springCoupon = { ...freeDelivery, name: 'SPRINGDEAL', amount: 10, free_shipping: false }
    const nextCoupon = { ...springCoupon, name: 'FROMIDAWITHLOVE', amount: 5 }
    const summary = openSummary({ ...completeCheckout, coupon: springCoupon })
    summary.serve({ coupon: nextCoupon, coupon_refused: { name: 'SPRINGDEAL', code: 'plan' } })
    const reason = translate('coupon.lost.plan', { name: 'SPRINGDEAL' })
    const row = findRow(translate('coupon.name', { name: 'FROMIDAWITHLOVE' }))
    expect(row?.querySelector('[role=status]')?.textContent).toBe(
      translate('coupon.instead', { reason, name: 'FROMIDAWITHLOVE' }),
    )
    summary.serve({ coupon: springCoupon, coupon_refused: null })
    expect(findRow(translate('coupon.name', { name: 'SPRINGDEAL' }))?.textContent).toContain('−$10')
    expect(document.body.textContent).not.toContain(reason)
  })

  it('without an amount in the currency shows that no discount is left', () => {
    const summary = openSummary()
    summary.serve({ coupon_refused: { name: 'EUROONLY', code: 'currency' } })
    const reason = translate('coupon.lost.currency', { name: 'EUROONLY', currency: 'USD' })
    const row = findRow(translate('coupon.name', { name: 'EUROONLY' }))
    expect(row?.querySelector('[role=status]')?.textContent).toBe(
      translate('coupon.noneLeft', { reason }),
    )
    expect(summary.readTotal()).toBe('$113')
  })
})

describe('the order summary', () => {
  it('renders only when something that it shows changes', () => {
    const countRender = vi.fn()
    const { sync, store } = renderPart(
      <Profiler id="summary" onRender={countRender}>
        <OrderSummary />
      </Profiler>,
    )
    const { urgent } = store.getState().checkout.state
    countRender.mockClear()
    for (const license_first_name of ['A', 'An', 'Ana'])
      act(() => sync.change({ customer: { license_first_name } }))
    expect(countRender).not.toHaveBeenCalled()
    act(() => sync.change(selectUrgent(!urgent.selected)))
    expect(countRender).toHaveBeenCalled()
  })
})
