import type { WireCheckout } from '@/contract/checkout'
import type { PageFacts, ServedPage } from '@/contract/page'
import { wholeCheckout } from './sample-checkout'

const facts: PageFacts = {
  settings: {
    apiKey: 'demo',
    appUrl: 'https://shop.example',
    siteUrl: null,
    cdnHost: null,
    payments: 'sandbox',
    stripeKey: 'pk_test_sandbox',
    paypal: null,
    promoCoupon: null,
    newCustomerCoupon: null,
    photoDays: { abandoned: 30, paid: 90 },
    purchaseGoalId: null,
    reports: null,
    scripts: null,
    isMirror: false,
  },
  language: 'en',
  languageDir: 'ltr',
  dir: 'ltr',
  ownWords: {},
  nameOrder: ['first', 'last'],
  birthDate: { order: ['day', 'month', 'year'], example: '14 7 1991' },
  languages: ['en'],
  today: '2026-11-20',
  issues: [],
  launch: {},
  deal: null,
  dismissed: [],
  notice: null,
}

/** What differs from an English page of a whole checkout. */
export interface Served extends Partial<PageFacts> {
  checkout?: Partial<WireCheckout>
}

/** What the server gives a page that is rendered. */
export const servedPage = ({ checkout, ...page }: Served = {}): ServedPage => ({
  ...facts,
  ...page,
  checkout: {
    token: 'A'.repeat(43),
    state: wholeCheckout,
    status: 'processing',
    currency: 'USD',
    order: null,
    version: 1,
    quote: null,
    ...checkout,
  },
})
