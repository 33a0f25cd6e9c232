const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** Parses the card of `visa 4242`; undefined for other payment methods. */
export function parsePaidCard(method: string | null): { brand: string; last: string } | undefined {
  const [, brand, last] = /^(\w+) (\d{4})$/.exec(method ?? '') ?? []
  return brand && last ? { brand: brands[brand] ?? brand, last } : undefined
}

/** Payment methods with the same name in every language, by their names in the state. */
const names = { 'apple pay': 'Apple Pay', 'google pay': 'Google Pay', paypal: 'PayPal' } as const

/** The wallet used for the payment; undefined for other methods. */
export const parseWallet = (method: string | null): 'apple pay' | 'google pay' | undefined =>
  method === 'apple pay' || method === 'google pay' ? method : undefined

/** The brand name of a payment method that is not a card: PayPal or a wallet. */
export const formatMethodName = (method: string | null): string | undefined =>
  method !== null && Object.hasOwn(names, method) ? names[method as keyof typeof names] : undefined
