import type { WireCheckout } from '@/contract/checkout'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { renderMarkup } from './render-html'
import { translateEnglish } from './texts'

/** The amounts of an order summary as they are read; undefined where there is no such line. */
export interface SummaryAmounts {
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
export function readSummary(checkout: WireCheckout): SummaryAmounts {
  const html = renderMarkup(<OrderSummary />, { checkout })
  const [plan, ...rows] = parseRows(html)
  const findAmount = (name: string) => rows.find(({ label }) => label === name)?.amount
  const { coupon, travelItemsData } = checkout.state
  const isItem = (label: string) => travelItemsData.some(({ name }) => name === label)
  return {
    plan: plan?.amount,
    urgent: findAmount(translateEnglish('urgent.name')),
    shipping: findAmount(translateEnglish('delivery.name')),
    travel: rows.filter(({ label }) => isItem(label)).map(({ amount }) => amount),
    discount: coupon
      ? onlyMoney(findAmount(translateEnglish('coupon.name', { name: coupon.name })))
      : undefined,
    tax: findAmount(translateEnglish('tax.name')),
    total: html.match(/<b [^>]*><bdi>(.*?)<\/bdi><\/b>/)?.[1],
  }
}

const parseRows = (html: string): { label: string; amount: string }[] =>
  [...html.matchAll(/<dt[^>]*>([^<]*).*?<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(
    ([, label = '', amount = '']) => ({ label, amount: readLastAmount(amount) }),
  )

/** Beside a struck price the amount that counts stands last. */
const readLastAmount = (amount: string): string =>
  [...amount.matchAll(/<bdi>(.*?)<\/bdi>/g)].at(-1)?.[1] ?? amount

const onlyMoney = (amount: string | undefined) => (/\d/.test(amount ?? '') ? amount : undefined)
