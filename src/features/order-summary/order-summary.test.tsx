import { readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CheckoutProvider } from '@/client/checkout/checkout-provider'
import { TextsContext } from '@/client/texts/use-translation'
import type { PageData } from '@/contract/page'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { emptyShipping } from '@/domain/checkout/customer-schema'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import { resolvePriceFormat } from '@/domain/pricing/money'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { completeCheckout } from '../../../tests/support/sample-checkout'

const texts = createInstance()
void texts.init({
  lng: 'en',
  defaultNS: 'common',
  initAsync: false,
  interpolation: { escapeValue: false },
  resources: { en: { common: JSON.parse(readFileSync('public/locales/en/common.json', 'utf8')) } },
})

const order: CheckoutState = {
  ...completeCheckout,
  urgent: { ...completeCheckout.urgent, selected: false },
}

const coupon: Coupon = {
  id: 1,
  name: 'TAKE5',
  discount_type: 'fixed',
  amount: 5,
  products: [],
  travel_products: [],
  free_shipping: false,
}

/** The first HTML of the summary. */
function renderSummary(state: Partial<CheckoutState>): string {
  const page: Partial<PageData> = {
    checkout: {
      token: 'A'.repeat(43),
      state: { ...order, ...state },
      status: 'processing',
      currency: 'USD',
      order: null,
      version: 1,
      quote: null,
    },
    settings: {} as PageData['settings'],
    language: 'en',
    priceFormat: resolvePriceFormat('USD', 'en'),
    dismissed: [],
  }
  return renderToStaticMarkup(
    <TextsContext value={texts}>
      <CheckoutProvider page={page as PageData}>
        <OrderSummary />
      </CheckoutProvider>
    </TextsContext>,
  )
}

/** The rows as text, from start to end. */
const renderRows = (state: Partial<CheckoutState>): string[] =>
  [...renderSummary(state).matchAll(/<div[^>]*><dt.*?<\/dd><\/div>/g)].map(([row]) => readOut(row))

const readOut = (markup: string): string =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('the order summary', () => {
  it('explains the struck-through price and the saving', () => {
    const productList = order.productList.map(plan =>
      plan.id === 42 ? { ...plan, oldPrice: 147 } : plan,
    )
    const [plan] = renderRows({ productList })
    expect(plan).toBe(
      '3-year permit, printed + digital 53% less than 3 one-year plans ' +
        'Price as one-year plans $147 Price $69',
    )
  })

  it('shows the validity of a plan without a comparison', () => {
    expect(renderRows({ selectedLicense: 40 })[0]).toContain('Valid for 1 Year $49')
  })

  it('shows the lifetime plan without years', () => {
    expect(renderRows({ selectedLicense: 62, category: 'lifetime' })[0]).toBe(
      'Lifetime plan Up to 3 years, reissued whenever it expires $199',
    )
  })

  it('shows each extra with its quantity and total', () => {
    const itemBase = { code: 'mount', name: 'Phone mount', price: 5.5, is_active: true }
    const extras = {
      travelItemsData: [{ ...itemBase, item_id: 2 }],
      travelItemsInCart: [{ item_id: 2, quantity: 3 }],
    }
    expect(renderRows(extras)[1]).toBe('Phone mount Quantity: 3 Remove $16.50')
    expect(
      renderRows({ ...extras, selectedLicense: 45, category: 'digital' }).join(),
    ).not.toContain('Phone mount')
  })

  it.each<[string, Partial<CheckoutState>, string]>([
    ['its price', {}, 'DHL Express $19'],
    [
      'that it depends on the address before the customer can choose it',
      { shipping: emptyShipping, step: 1 },
      'DHL Express Depends on your address $19',
    ],
    ['nothing of it where it is chosen', { shipping: emptyShipping, step: 3 }, 'DHL Express $19'],
    [
      'when it will be known',
      { shipping: emptyShipping, selectedShippingMethod: null },
      'Delivery Depends on your address —',
    ],
    [
      'what a code saves',
      { coupon: { ...coupon, amount: 0, free_shipping: true } },
      'DHL Express Without the discount $19 Free',
    ],
  ])('shows for the delivery %s', (_, state, row) => {
    expect(renderRows(state)[1]).toBe(row)
  })

  it.each<[string, Partial<CheckoutState>, string]>([
    ['its amount', { coupon }, 'Discount code TAKE5 Remove −$5'],
    [
      'that the delivery is free',
      { coupon: { ...coupon, amount: 0, free_shipping: true } },
      'Discount code TAKE5 Free delivery Remove',
    ],
    [
      'both',
      { coupon: { ...coupon, free_shipping: true } },
      'Discount code TAKE5 Free delivery Remove −$5',
    ],
    [
      'why it does not apply',
      { coupon_refused: { name: 'OLD', code: 'expired' } },
      'Discount code OLD OLD has expired. No discount applies. Remove',
    ],
    [
      'that it does not fit the plan, before the server responds',
      { coupon: { ...coupon, products: [40] } },
      'Discount code TAKE5 This code isn’t for the plan you chose. Choose another plan to use it. Remove',
    ],
  ])('shows for a code %s', (_, state, row) => {
    expect(renderRows(state)[2]).toBe(row)
  })

  it.each<[string, Partial<CheckoutState>, string]>([
    ['final with the address', {}, 'Tax 10% $8.80'],
    [
      'estimated without an address',
      { shipping: { ...order.shipping, id: null } },
      'Tax (estimated) 10% $8.80',
    ],
    ['final with the driver', { selectedLicense: 45, category: 'digital' }, 'Tax 10% $4.90'],
    [
      'estimated before the driver is saved',
      {
        selectedLicense: 45,
        category: 'digital',
        customer: { ...order.customer, id: null },
      },
      'Tax (estimated) 10% $4.90',
    ],
  ])('shows a tax that is %s', (_, state, row) => {
    expect(renderRows({ tax_group: { tax_rate: 10 }, ...state }).at(-1)).toBe(row)
  })

  it('shows the currency of the total and announces nothing before it changes', () => {
    expect(readOut(renderSummary({}))).toContain('Total $88 In USD')
    expect(renderSummary({})).toMatch(/<div role="status"[^>]*><\/div>/)
  })

  it('has a closed code box, without its field in the HTML', () => {
    expect(renderSummary({})).toContain('Have a discount code?')
    expect(renderSummary({})).not.toContain('<input')
    expect(renderSummary({}).match(/<details[^>]*>/)?.[0]).not.toContain('open')
  })

  it('shows that more codes were found, and which one saves most', () => {
    const foundCoupons = [
      { name: 'TAKE5', saves: 5, code: null },
      { name: 'TAKE2', saves: 2, code: null },
      { name: 'OLD', saves: 0, code: 'expired' as const },
    ]
    expect(renderSummary({ coupon, coupons_found: foundCoupons })).toContain(
      'You have 2 codes. TAKE5 saves you the most. Codes can’t be combined.',
    )
    expect(renderSummary({ coupons_found: foundCoupons.slice(0, 1) })).toContain(
      'You have 1 unused code.',
    )
    const usableCoupons = foundCoupons.filter(({ name }) => name !== 'TAKE2')
    expect(renderSummary({ coupon, coupons_found: usableCoupons })).not.toContain('combined')
  })

  it.each<[string, Partial<CheckoutState>, string]>([
    ['another code replaces', { coupon }, 'SPRING doesn’t work in USD, so we applied TAKE5.'],
    ['no other code replaces', {}, 'SPRING doesn’t work in USD. No discount applies.'],
  ])('explains a code that %s', (_, state, sentence) => {
    const coupon_refused = { name: 'SPRING', code: 'currency' as const }
    const row = renderRows({ coupon_refused, ...state }).find(text =>
      text.startsWith('Discount code'),
    )
    expect(row).toContain(sentence)
  })

  it.each<[string, Partial<CheckoutState>, string]>([
    [
      'free delivery without a parcel',
      { selectedLicense: 45, category: 'digital' },
      'This code is for printed permits',
    ],
    [
      'extras that are not in the cart',
      { travelItemsInCart: [] },
      'This code is for travel extras',
    ],
  ])('immediately explains a code for %s', (description, state, sentence) => {
    const free_shipping = description.startsWith('free')
    const terms = { amount: free_shipping ? 0 : 5, products: [60], travel_products: [1] }
    const row = renderRows({ coupon: { ...coupon, ...terms, free_shipping }, ...state })
    expect(row.join()).toContain(sentence)
  })
})
