import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, vi } from 'vitest'
import { CheckoutProvider } from '@/client/provider'
import type { WireCheckout } from '@/contract/checkout'
import type { PageFacts } from '@/contract/page'
import { wholeCheckout } from '@/domain/samples'
import { textsIn } from './texts'

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

interface Served extends Partial<PageFacts> {
  checkout?: Partial<WireCheckout>
}

/** The first HTML of a part of a page. */
export function markupOf(part: ReactNode, { checkout, ...page }: Served = {}): string {
  const whole: WireCheckout = {
    token: 'A'.repeat(43),
    state: wholeCheckout,
    status: 'processing',
    currency: 'USD',
    order: null,
    version: 1,
    quote: null,
    ...checkout,
  }
  return withoutWarnings(() =>
    renderToStaticMarkup(
      <I18nextProvider i18n={textsIn(page.language ?? 'en')}>
        <CheckoutProvider page={{ ...facts, ...page, checkout: whole }}>{part}</CheckoutProvider>
      </I18nextProvider>,
    ),
  )
}

/** What React finds wrong is wrong: an engineer would read it in the console at every start. */
function withoutWarnings(render: () => string): string {
  const heard = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    const markup = render()
    expect(heard).not.toHaveBeenCalled()
    return markup
  } finally {
    heard.mockRestore()
  }
}

/** The same as it is read, without its tags. */
export const readOut = (part: ReactNode, served: Served = {}): string =>
  markupOf(part, served)
    .replace(/<[^>]+>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
