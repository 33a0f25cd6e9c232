import { expect, it } from 'vitest'
import { isPaypalCurrency } from '@/domain/catalog/paypal-currencies'
import { currencies } from '@/domain/data/currency-names'

it('PayPal is offered in eight of the eleven currencies', () => {
  const unsupported = currencies.map(({ code }) => code).filter(code => !isPaypalCurrency(code))
  expect(unsupported).toEqual(['INR', 'AED', 'CNY'])
})
