import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { WireCheckout } from '@/contract/checkout'
import { Receipt } from '@/features/thank-you/receipt'
import { renderText } from '../support/render-html'
import { completeCheckout } from '../support/sample-checkout'
import { buildServedPage } from '../support/served-page'
import { translateEnglish } from '../support/texts'

const buildItem = (item_id: number, name: string) => ({
  item_id,
  code: name,
  name,
  price: 1,
  is_active: true,
})
const state = {
  ...completeCheckout,
  selectedLicense: 42,
  travelItemsData: [buildItem(1, 'Travel wallet'), buildItem(3, 'Power adapter')],
}
const travel_items = [
  { item_id: 1, quantity: 2, total: 38 },
  { item_id: 3, quantity: 1, total: 45 },
]
type Charged = NonNullable<NonNullable<WireCheckout['order']>['charged']>
const renderReceipt = (
  charged: Partial<Charged>,
  refunded = 0,
  statementDescriptor: string | null = null,
) =>
  renderText(createElement(Receipt), {
    settings: { ...buildServedPage().settings, statementDescriptor },
    checkout: {
      state,
      status: 'paid',
      order: {
        id: 'IDA-1',
        status: 'paid',
        total: 152,
        refunded,
        currency: 'USD',
        paid_at: '2026-11-20T10:00:00Z',
        charged: {
          currency: 'USD',
          plan: 69,
          urgent: 0,
          shipping: 0,
          travel: 83,
          discount: 0,
          tax: 0,
          total: 152,
          plan_id: 42,
          coupon: null,
          ...charged,
        },
      },
    },
  })

it('names the shop on the statement only when it is set', () => {
  expect(renderReceipt({}, 0, 'MY PERMITS')).toContain('Your statement shows MY PERMITS.')
  expect(renderReceipt({})).not.toMatch(/statement/i)
})

it('lists each extra with its quantity and cost', () => {
  const receipt = renderReceipt({ travel_items })
  expect(receipt).toContain('Travel wallet Quantity: 2 $38')
  expect(receipt).toContain('Power adapter Quantity: 1 $45')
  expect(receipt).not.toContain('$83')
})

it.each<[string, Partial<Charged>]>([
  ['when the order has no item list', {}],
  ['when an extra is no longer sold', { travel_items: [{ item_id: 9, quantity: 1, total: 83 }] }],
])('shows the sum of the extras %s', (_, charged) => {
  expect(renderReceipt(charged)).toContain('$83')
})

it('shows a refund if there is one', () => {
  expect(renderReceipt({})).not.toContain(translateEnglish('thank-you:receipt.refunded'))
  expect(renderReceipt({}, 20)).toContain(`${translateEnglish('thank-you:receipt.refunded')} −$20`)
})

it('shows where the printed permit is sent', () => {
  const { address, city } = completeCheckout.shipping
  const receipt = renderReceipt({})
  expect(receipt).toContain(translateEnglish('thank-you:receipt.deliverTo'))
  expect(receipt).toContain(address)
  expect(receipt).toContain(city)
})
