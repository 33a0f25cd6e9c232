import { expect, it } from 'vitest'
import type { WireCheckout } from '@/contract/checkout'
import { TotalChange } from '@/features/shell/lazy-total-change'
import { renderText } from '../../../tests/support/render-html'
import { address, completeCheckout } from '../../../tests/support/sample-checkout'
import { buildServedPage } from '../../../tests/support/served-page'
import { translateEnglish as translate } from '../../../tests/support/texts'

const priced = (country: string, total: number, urgent: number, tax = 0) => ({
  state: { ...completeCheckout, shipping: { ...address, country } },
  quote: { total, urgent, tax } as WireCheckout['quote'],
})

const { checkout: before } = buildServedPage({ checkout: priced('us', 113, 25) })

/** The notice after the parcel of the sample order goes to Germany instead. */
const readNotice = (total: number, urgent: number, tax = 0) =>
  renderText(<TotalChange before={before} placement="summary" />, {
    checkout: priced('de', total, urgent, tax),
  })

it('names urgent processing that another country has removed, before the new total', () => {
  const total = translate('summary.changed', { country: 'Germany', price: '$88', before: '$113' })
  expect(readNotice(88, 0)).toBe(
    `${translate('summary.gone', { what: translate('urgent.name') })}${total}`,
  )
})

it('is only the new total while urgent processing stays', () =>
  expect(readNotice(120, 25)).toBe(
    translate('summary.changed', { country: 'Germany', price: '$120', before: '$113' }),
  ))

it('is empty while the total is the same', () => expect(readNotice(113, 25)).toBe(''))

it('names another tax', () => {
  const total = translate('summary.changed', { country: 'Germany', price: '$135', before: '$113' })
  expect(readNotice(135, 25, 22)).toBe(`${total}. ${translate('tax.name')}: $22`)
})

it('names the plan that the move has changed', () => {
  const checkout = priced('de', 93, 25)
  const total = translate('summary.changed', { country: 'Germany', price: '$93', before: '$113' })
  expect(
    renderText(<TotalChange before={before} placement="summary" />, {
      checkout: { ...checkout, state: { ...checkout.state, selectedLicense: 40 } },
    }),
  ).toBe(`${translate('plan.name.physical', { count: 1 })}. ${total}`)
})
