import { expect, it } from 'vitest'
import { paypalTakes } from '@/domain/catalog/paypal-currencies'
import { currencies } from '@/domain/data/currency-names'

it('PayPal is offered in eight of the eleven currencies', () => {
  const refused = currencies.map(({ code }) => code).filter(code => !paypalTakes(code))
  expect(refused).toEqual(['INR', 'AED', 'CNY'])
})
