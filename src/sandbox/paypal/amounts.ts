import { invalidRequest, unprocessable } from '@/sandbox/paypal/api-error'
import type { Money } from '@/sandbox/paypal/objects'

// developer.paypal.com/api/rest/reference/currency-codes; without the in-country ones.
const CURRENCIES = new Set(
  'AUD BRL CAD CZK DKK EUR HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN GBP SGD SEK CHF THB TWD USD'.split(
    ' ',
  ),
)
const ZERO_DECIMAL_CURRENCIES = new Set(['HUF', 'JPY', 'TWD'])

/** Throws PaypalError unless PayPal accepts the amount in that currency. */
export function assertPayable({ currency_code: currency, value }: Money): void {
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(value)) {
    throw invalidRequest(
      '/purchase_units/@reference_id=default/amount/value',
      'The value is malformed.',
    )
  }
  if (!CURRENCIES.has(currency)) {
    throw unprocessable('CURRENCY_NOT_SUPPORTED', 'Currency code is not currently supported.')
  }
  if (ZERO_DECIMAL_CURRENCIES.has(currency) && value.includes('.')) {
    throw unprocessable('DECIMALS_NOT_SUPPORTED', 'Currency does not support decimals.')
  }
  if (Number(value) <= 0) {
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.')
  }
}

/** Minor units, as used by the ledger. */
export function toMinorUnits({ currency_code: currency, value }: Money): number {
  return Math.round(Number(value) * (ZERO_DECIMAL_CURRENCIES.has(currency) ? 1 : 100))
}

export function toMoney(minor: number, currency: string): Money {
  const value = ZERO_DECIMAL_CURRENCIES.has(currency) ? `${minor}` : (minor / 100).toFixed(2)
  return { currency_code: currency, value }
}
