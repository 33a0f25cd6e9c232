import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { CheckoutProvider, type PageFacts } from '@/client/provider'
import { root } from '@/commands/program'
import type { WireCheckout } from '@/contract/checkout'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { english } from './texts'

/** The amounts of an order summary as they are read; undefined where there is no such line. */
export interface ShownSummary {
  plan: string | undefined
  urgent: string | undefined
  shipping: string | undefined
  /** One for each travel item. */
  travel: string[]
  /** The money it takes off; free delivery has a line in words. */
  discount: string | undefined
  tax: string | undefined
  total: string | undefined
}

/** What the order summary of a checkout says in the first HTML, in English. */
export function shownSummary(checkout: WireCheckout): ShownSummary {
  const html = summaryHtml(checkout)
  const [plan, ...rows] = rowsIn(html)
  const amountOf = (name: string) => rows.find(({ label }) => label === name)?.amount
  const { coupon, travelItemsData } = checkout.state
  const isItem = (label: string) => travelItemsData.some(({ name }) => name === label)
  return {
    plan: plan?.amount,
    urgent: amountOf(english('urgent.name')),
    shipping: amountOf(english('delivery.name')),
    travel: rows.filter(({ label }) => isItem(label)).map(({ amount }) => amount),
    discount: coupon ? inMoney(amountOf(english('coupon.name', { name: coupon.name }))) : undefined,
    tax: amountOf(english('tax.name')),
    total: html.match(/<b [^>]*><bdi>(.*?)<\/bdi><\/b>/)?.[1],
  }
}

const rowsIn = (html: string): { label: string; amount: string }[] =>
  [...html.matchAll(/<dt[^>]*>([^<]*).*?<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(
    ([, label = '', amount = '']) => ({ label, amount: lastIn(amount) }),
  )

/** Beside a struck price the amount that counts stands last. */
const lastIn = (amount: string): string =>
  [...amount.matchAll(/<bdi>(.*?)<\/bdi>/g)].at(-1)?.[1] ?? amount

const inMoney = (amount: string | undefined) => (/\d/.test(amount ?? '') ? amount : undefined)

const summaryHtml = (checkout: WireCheckout): string =>
  renderToStaticMarkup(
    <I18nextProvider i18n={texts}>
      <CheckoutProvider page={{ ...facts, checkout }}>
        <OrderSummary />
      </CheckoutProvider>
    </I18nextProvider>,
  )

const facts: PageFacts = {
  settings: {
    apiKey: 'demo',
    appUrl: 'https://shop.example',
    siteUrl: null,
    cdnHost: null,
    payments: 'sandbox',
    stripeKey: 'pk_test_sandbox',
    promoCoupon: null,
    newCustomerCoupon: null,
  },
  language: 'en',
  dir: 'ltr',
  languages: ['en'],
  today: '2026-11-20',
  issues: [],
  launch: {},
  deal: null,
  dismissed: [],
  notice: null,
}

const texts = createInstance()
const common = JSON.parse(readFileSync(join(root, 'public/locales/en/common.json'), 'utf8'))
void texts.init({
  lng: 'en',
  fallbackLng: false,
  defaultNS: 'common',
  initAsync: false,
  interpolation: { escapeValue: false },
  resources: { en: { common } },
})
