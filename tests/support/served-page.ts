import type { WireCheckout } from '@/contract/checkout'
import type { PageData, StaticPageData } from '@/contract/page'
import { resolvePriceFormat } from '@/domain/pricing/money'
import { completeCheckout } from './sample-checkout'

const defaultFacts: Omit<StaticPageData, 'priceFormat'> = {
  settings: {
    apiKey: 'demo',
    appUrl: 'https://shop.example',
    siteUrl: null,
    seller: null,
    payments: 'sandbox',
    stripeKey: 'pk_test_sandbox',
    paypal: null,
    statementDescriptor: null,
    promoCoupon: null,
    newCustomerCoupon: null,
    courierCutoff: '24:00',
    photoDays: { abandoned: 30, paid: 90 },
    purchaseGoalId: null,
    reports: null,
    scripts: null,
    isMirror: false,
  },
  language: 'en',
  countryNames: {},
  dir: 'ltr',
  nameOrder: ['first', 'last'],
  birthDate: { order: ['day', 'month', 'year'], example: '14 7 1991', separator: '/' },
  today: '2026-11-20',
  courierDay: '2026-11-20',
  issues: [],
  launch: {},
  deal: null,
  dismissed: [],
  notice: null,
}

/** Differences from an English page of a complete checkout. */
export interface PageOverrides extends Partial<StaticPageData> {
  checkout?: Partial<WireCheckout>
}

/** The server's props of a rendered page. */
export const buildServedPage = ({ checkout, ...page }: PageOverrides = {}): PageData => ({
  ...defaultFacts,
  priceFormat: resolvePriceFormat(
    checkout?.state?.currency ?? completeCheckout.currency,
    page.language ?? 'en',
  ),
  ...page,
  checkout: {
    token: 'A'.repeat(43),
    state: completeCheckout,
    status: 'processing',
    currency: 'USD',
    order: null,
    version: 1,
    quote: null,
    ...checkout,
  },
})
