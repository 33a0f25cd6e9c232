import { expect, it } from 'vitest'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { quoteOf } from '@/domain/checkout/quote-of-state'
import { TotalChange } from '@/features/shell/lazy-total-change'
import { toWireQuote } from '@/server/checkout/derive-state'
import { renderText } from '../../../tests/support/render-html'
import { address, completeCheckout } from '../../../tests/support/sample-checkout'
import { buildServedPage } from '../../../tests/support/served-page'
import { translateEnglish as translate } from '../../../tests/support/texts'

const priced = (state: CheckoutState) => {
  const quote = quoteOf(state)
  return { state, quote: quote && toWireQuote(quote) }
}

const { checkout: before } = buildServedPage({ checkout: priced(completeCheckout) })

/** The notice after a change of the sample order, whose parcel goes to Germany instead. */
const readNotice = (change: Partial<CheckoutState>) =>
  renderText(<TotalChange before={before} placement="summary" />, {
    checkout: priced({ ...completeCheckout, shipping: { ...address, country: 'de' }, ...change }),
  })

it('names urgent processing that another country has removed, before the new total', () => {
  const urgent = { ...completeCheckout.urgent, selected: false }
  const total = translate('summary.changed', { country: 'Germany', price: '$88', before: '$113' })
  expect(readNotice({ urgent })).toBe(
    `${translate('summary.gone', { what: translate('urgent.name') })}${total}`,
  )
})

it('is only the new total while urgent processing stays', () => {
  const tax_group = { ...completeCheckout.tax_group, tax_rate: 10 }
  expect(readNotice({ tax_group })).toBe(
    translate('summary.changed', { country: 'Germany', price: '$124.30', before: '$113' }),
  )
})

it('is empty while the total is the same', () => expect(readNotice({})).toBe(''))
