import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { WireCheckout } from '@/contract/checkout'
import ThankYouPage from '@/pages/thank-you'
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
type Order = NonNullable<WireCheckout['order']>
type Charged = NonNullable<Order['charged']>
const renderReceipt = (
  charged: Partial<Charged>,
  order: Partial<Order> = {},
  statementDescriptor: string | null = null,
) =>
  renderText(createElement(ThankYouPage), {
    settings: { ...buildServedPage().settings, statementDescriptor },
    checkout: {
      state,
      status: 'paid',
      order: {
        id: 'IDA-1',
        status: 'paid',
        total: 152,
        refunded: 0,
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
        ...order,
      },
    },
  })

it('names the shop on the statement only when it is set', () => {
  expect(renderReceipt({}, {}, 'MY PERMITS')).toContain('Shows on your statement as MY PERMITS.')
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

describe('a refund', () => {
  const refundLine = translateEnglish('thank-you:receipt.refunded')
  const date = 'November 26, 2026'
  const refunded_at = '2026-11-26T09:00:00Z'
  const thankYou = translateEnglish('steps.thank-you.heading')

  it('is shown only if there is one', () => {
    expect(renderReceipt({})).not.toContain(refundLine)
  })

  it('of a part is shown beside the sum and in the receipt; the order goes on', () => {
    const page = renderReceipt({}, { refunded: 20, refunded_at })
    const text = translateEnglish('thank-you:refund.partOn', { amount: '$20', total: '$152', date })
    for (const shown of [thankYou, text, `${refundLine} ${date} −$20`])
      expect(page).toContain(shown)
    expect(page).toContain(translateEnglish('thank-you:next.heading'))
    expect(page).toContain(translateEnglish('thank-you:photos.text'))
  })

  it('of the whole order is the page’s news: it asks for no photos and promises no permit', () => {
    const refund = { status: 'refunded', refunded: 152, refunded_at }
    const page = renderReceipt({}, refund)
    const whole = translateEnglish('thank-you:refund.wholeOn', { amount: '$152', date })
    const news = [translateEnglish('thank-you:refund.heading'), whole]
    expect(page).toContain([...news, translateEnglish('thank-you:refund.ended')].join(' '))
    expect(page).toContain(`${refundLine} ${date} −$152`)
    const promises = ['next.heading', 'photos.text', 'licence.title', 'receipt.deliverTo'] as const
    for (const promise of promises)
      expect(page).not.toContain(translateEnglish(`thank-you:${promise}`))
    expect(page).not.toContain(thankYou)
  })

  it('is shown without its date if that is not known', () => {
    const amount = '$152'
    const page = renderReceipt({}, { status: 'refunded', refunded: 152 })
    expect(page).toContain(translateEnglish('thank-you:refund.whole', { amount }))
    expect(page).toContain(`${refundLine} −${amount}`)
  })
})

it('shows where the printed permit is sent', () => {
  const { address, city } = completeCheckout.shipping
  const receipt = renderReceipt({})
  expect(receipt).toContain(translateEnglish('thank-you:receipt.deliverTo'))
  expect(receipt).toContain(address)
  expect(receipt).toContain(city)
})
