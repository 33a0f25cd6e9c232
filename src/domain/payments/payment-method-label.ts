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
export function parsePaidCard(method: string | null): { brand: string; last: string } | undefined {
  const [, brand, last] = /^(\w+) (\d{4})$/.exec(method ?? '') ?? []
  return brand && last ? { brand: brands[brand] ?? brand, last } : undefined
}

/** The ways to pay that are called the same in every language, by what SPEC 3 calls them. */
const names = { 'apple pay': 'Apple Pay', 'google pay': 'Google Pay', paypal: 'PayPal' } as const

/** The wallet that paid; undefined when it was none. */
export const parseWallet = (method: string | null): 'apple pay' | 'google pay' | undefined =>
  method === 'apple pay' || method === 'google pay' ? method : undefined

/** What paid instead of a card, by its own name: PayPal or a wallet. */
export const formatMethodName = (method: string | null): string | undefined =>
  method !== null && Object.hasOwn(names, method) ? names[method as keyof typeof names] : undefined
