import type { WireCheckout } from '@/contract/checkout'
import { OrderSummary } from '@/features/order-summary/order-summary'
import { renderMarkup } from './render-html'
import { translateEnglish } from './texts'

/** The displayed amounts of an order summary; undefined for a missing line. */
export interface SummaryAmounts {
  plan: string | undefined
  urgent: string | undefined
  shipping: string | undefined
  /** One per travel item. */
  travel: string[]
  /** The amount of the discount; free delivery has a line in words. */
  discount: string | undefined
  tax: string | undefined
  total: string | undefined
}

/** Reads the order summary of a checkout from its first HTML, in English. */
export function readSummary(checkout: WireCheckout): SummaryAmounts {
  const html = renderMarkup(<OrderSummary />, { checkout })
  const [plan, ...rows] = parseRows(html)
  const findAmount = (name: string) => rows.find(({ label }) => label === name)?.amount
  const { coupon, travelItemsData } = checkout.state
  const isItem = (label: string) => travelItemsData.some(({ name }) => name === label)
  return {
    plan: plan?.amount,
    urgent: findAmount(translateEnglish('urgent.name')),
    shipping: findAmount(nameDelivery(checkout.state.selectedShippingMethod)),
    travel: rows.filter(({ label }) => isItem(label)).map(({ amount }) => amount),
    discount: coupon
      ? onlyMoney(findAmount(translateEnglish('coupon.name', { name: coupon.name })))
      : undefined,
    tax: findAmount(translateEnglish('tax.name')),
    total: html.match(/<b [^>]*><bdi>(.*?)<\/bdi><\/b>/)?.[1],
  }
}

const nameDelivery = (method: WireCheckout['state']['selectedShippingMethod']): string =>
  method
    ? translateEnglish(`delivery.methods.${method.code}`, { defaultValue: method.name })
    : translateEnglish('delivery.name')

const parseRows = (html: string): { label: string; amount: string }[] =>
  [...html.matchAll(/<dt[^>]*>([^<]*).*?<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(
    ([, label = '', amount = '']) => ({ label, amount: readLastAmount(amount) }),
  )

/** With a struck-through price, the current amount comes last. */
const readLastAmount = (amount: string): string =>
  [...amount.matchAll(/<bdi>(.*?)<\/bdi>/g)].at(-1)?.[1] ?? amount

const onlyMoney = (amount: string | undefined) => (/\d/.test(amount ?? '') ? amount : undefined)
