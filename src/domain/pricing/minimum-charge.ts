import type { CurrencyCode } from '@/domain/data/currencies'
import type { Minor } from '@/domain/pricing/money'

/** Stripe's minimum charge per currency, in minor units; it refuses smaller amounts. */
const minimumCharges: Record<CurrencyCode, Minor> = {
  USD: 50,
  EUR: 50,
  GBP: 30,
  CAD: 50,
  INR: 50,
  AED: 200,
  JPY: 50,
  AUD: 50,
  CNY: 400,
  SGD: 50,
  PLN: 200,
}

/** The smallest total Stripe can charge, in minor units. */
export const findMinimumCharge = (currency: CurrencyCode): Minor => minimumCharges[currency]
