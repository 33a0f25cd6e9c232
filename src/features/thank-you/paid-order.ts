import { useCheckout } from '@/client/provider'
import { visibleState } from '@/client/store'
import { type CheckoutState, documentTypes } from '@/domain/checkout'

/** The paid order of this checkout; a page that shows it is only served when there is one. */
export function usePaidOrder() {
  const state = useCheckout(visibleState)
  const order = useCheckout(({ checkout }) => checkout.order)
  return { state, order }
}

/** The photos that the permit still waits for. */
export const missingPhotos = ({ approval_documents: { images } }: CheckoutState) =>
  documentTypes.filter(type => !images.some(image => image.type === type))

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** The card that paid, from `visa 4242`; undefined when it was no card. */
export function paidCard(method: string | null): { brand: string; last: string } | undefined {
  const [, brand, last] = /^(\w+) (\d{4})$/.exec(method ?? '') ?? []
  return brand && last ? { brand: brands[brand] ?? brand, last } : undefined
}
