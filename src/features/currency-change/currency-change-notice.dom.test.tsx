import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { CurrencyChangeNotice } from '@/features/currency-change/currency-change-notice'
import { renderPart } from '../../../tests/support/render-part'
import { completeCheckout } from '../../../tests/support/sample-checkout'
import type { PageOverrides } from '../../../tests/support/served-page'
import { translateEnglish as translate } from '../../../tests/support/texts'

const previousAmounts = {
  plan: 69,
  urgent: 25,
  shipping: 19,
  travel: 19,
  discount: 0,
  tax: 0,
  total: 132,
}
const quote = {
  ...{ currency: 'EUR' as const, plan: 65, urgent: 23, shipping: 17, travel: 18 },
  ...{ discount: 0, tax: 0, total: 123 },
}
const repricedCheckout: CheckoutState = {
  ...completeCheckout,
  currency: 'EUR',
  currencyData: { from_value: 'USD', to_value: 'EUR', before: previousAmounts },
}

const name = translate('currency.now', { currency: 'EUR' })
const queryReceipt = () => screen.queryByRole('group', { name })

/** A step of an order whose currency has changed from dollars to euros, with its receipt. */
async function openReceipt(state: Partial<CheckoutState> = {}, page: PageOverrides = {}) {
  const part = renderPart(
    <>
      <h1 tabIndex={-1}>Step</h1>
      <CurrencyChangeNotice placement="step" />
    </>,
    { checkout: { state: { ...repricedCheckout, ...state }, currency: 'EUR', quote }, ...page },
  )
  return { ...part, receipt: await screen.findByRole('group', { name }) }
}

/** The lines of a receipt as text. */
const readLines = (receipt: Element) =>
  [...receipt.querySelectorAll('dl > div')].map(line =>
    [...line.children].map(({ textContent }) => textContent).join(': '),
  )

describe('the receipt of a currency change', () => {
  it('shows the old and the new amount of every line', async () => {
    const { receipt } = await openReceipt()
    expect(readLines(receipt)).toEqual([
      `${translate('currency.plan')}: was $69 → now €65`,
      `${translate('urgent.name')}: was $25 → now €23`,
      `${translate('delivery.name')}: was $19 → now €17`,
      `${translate('currency.travel')}: was $19 → now €18`,
      `${translate('summary.total')}: was $132 → now €123`,
    ])
  })

  it('has a line for an amount that only one of the two prices has', async () => {
    const data = {
      from_value: 'USD',
      to_value: 'EUR',
      before: { ...previousAmounts, discount: 5 },
    } as const
    const { receipt } = await openReceipt({ currencyData: data })
    expect(readLines(receipt)).toContain(`${translate('currency.discount')}: was −$5 → now €0`)
  })

  it('explains a coupon without an amount in the currency', async () => {
    const { receipt } = await openReceipt({
      coupon_refused: { name: 'FIVEOFF', code: 'currency' },
    })
    const reason = translate('coupon.lost.currency', { name: 'FIVEOFF', currency: 'EUR' })
    expect(receipt.textContent).toContain(translate('coupon.noneLeft', { reason }))
  })

  it('does not mention a coupon that was lost for another reason', async () => {
    const { receipt } = await openReceipt({ coupon_refused: { name: 'OLD', code: 'expired' } })
    expect(receipt.textContent).not.toContain('OLD')
  })

  it('closes for this page and later ones, and moves the focus to the heading', async () => {
    const { user, receipt } = await openReceipt()
    await user.click(screen.getByRole('button', { name: translate('currency.close') }))
    expect(receipt.isConnected).toBe(false)
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(document.cookie).toContain('USD-EUR-132')
  })

  it('disappears once the order changes', async () => {
    const { receipt, store } = await openReceipt()
    const { checkout } = store.getState()
    const state = { ...checkout.state, currencyData: null }
    act(() => store.setState({ checkout: { ...checkout, state } }))
    expect(receipt.isConnected).toBe(false)
  })
})

it('a closed receipt is not shown on the next page, but that of another change is', async () => {
  const { store } = await openReceipt({}, { dismissed: ['USD-EUR-100'] })
  const { checkout } = store.getState()
  const data = {
    from_value: 'USD',
    to_value: 'EUR',
    before: { ...previousAmounts, total: 100 },
  } as const
  const state = { ...checkout.state, currencyData: data }
  act(() => store.setState({ checkout: { ...checkout, state } }))
  expect(queryReceipt()).toBeNull()
})

it('an order without a currency change has no receipt', () => {
  renderPart(<CurrencyChangeNotice placement="summary" />, { checkout: { quote } })
  expect(document.body.textContent).toBe('')
})
