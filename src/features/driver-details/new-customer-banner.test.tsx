import { readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CheckoutProvider } from '@/client/checkout/checkout-provider'
import { TextsContext } from '@/client/texts/use-translation'
import type { PageData } from '@/contract/page'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import { resolvePriceFormat } from '@/domain/pricing/money'
import { NewCustomerBanner } from '@/features/driver-details/new-customer-banner'
import { completeCheckout } from '../../../tests/support/sample-checkout'

const i18n = createInstance()
void i18n.init({
  lng: 'en',
  defaultNS: 'common',
  initAsync: false,
  interpolation: { escapeValue: false },
  resources: { en: { common: JSON.parse(readFileSync('public/locales/en/common.json', 'utf8')) } },
})

const welcomeCoupon: Coupon = {
  id: 1,
  name: 'WELCOME',
  discount_type: 'percentage',
  amount: 10,
  products: [],
  travel_products: [],
  free_shipping: false,
}

/** The banner of a shop whose new-customer coupon is WELCOME. */
function renderBanner(
  coupon: Coupon | null,
  dismissed: string[] = [],
  newCustomerCoupon = 'WELCOME',
) {
  const page: Partial<PageData> = {
    checkout: {
      token: 'A'.repeat(43),
      state: { ...completeCheckout, coupon },
      status: 'processing',
      currency: 'USD',
      order: null,
      version: 1,
      quote: null,
    },
    settings: { newCustomerCoupon } as PageData['settings'],
    language: 'en',
    priceFormat: resolvePriceFormat('USD', 'en'),
    dismissed,
  }
  return renderToStaticMarkup(
    <TextsContext value={i18n}>
      <CheckoutProvider page={page as PageData}>
        <NewCustomerBanner />
      </CheckoutProvider>
    </TextsContext>,
  )
}

it('the first HTML shows a new customer the discount and that no code is needed', () => {
  expect(renderBanner(welcomeCoupon)).toContain(
    'New customer: $6.90 off, already applied – no code needed',
  )
})

it.each<[string, string]>([
  ['there is no coupon', renderBanner(null)],
  ['another coupon is applied', renderBanner({ ...welcomeCoupon, name: 'TAKE5' })],
  ['it takes nothing off', renderBanner({ ...welcomeCoupon, products: [40] })],
  ['it was dismissed', renderBanner(welcomeCoupon, ['banner'])],
  ['the shop has no such coupon', renderBanner(null, [], '')],
])('no banner is shown if %s', (_, banner) => {
  expect(banner).toBe('')
})
