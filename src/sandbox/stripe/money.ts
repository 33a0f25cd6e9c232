import { invalidRequest } from '@/sandbox/stripe/api-error'

// Minimum charge per currency in minor units: docs.stripe.com/currencies, "Minimum charge amounts".
const MINIMUMS: Record<string, number> = {
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  cny: 400,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
  usd: 50,
}
const ZERO_DECIMAL = new Set(['jpy'])
const MAX_AMOUNT = 99_999_999

/** Throws StripeError 400 unless the amount (minor units) may be charged in the currency. */
export function assertChargeable(amount: number, currency: string): void {
  const minimum = MINIMUMS[currency]
  if (minimum === undefined) {
    throw invalidRequest(`Invalid currency: ${currency}.`, { param: 'currency' })
  }
  if (amount < 1) {
    const code = 'parameter_invalid_integer'
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code,
      param: 'amount',
    })
  }
  if (amount < minimum) {
    const message = `Amount must be at least ${formatAmount(minimum, currency)}`
    throw invalidRequest(message, { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > MAX_AMOUNT) {
    const message = `Amount must be no more than ${formatAmount(MAX_AMOUNT, currency)}`
    throw invalidRequest(message, { code: 'amount_too_large', param: 'amount' })
  }
}

/** `10.50 usd`, `1050 jpy`. */
export function formatAmount(amount: number, currency: string): string {
  return `${ZERO_DECIMAL.has(currency) ? amount : (amount / 100).toFixed(2)} ${currency}`
}
