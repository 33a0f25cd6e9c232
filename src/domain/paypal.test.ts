import { expect, it } from 'vitest'
import { currencies } from '@/domain/data/currency-names'
import { paypalTakes } from '@/domain/paypal'

it('PayPal is offered in eight of the eleven currencies', () => {
  const refused = currencies.map(({ code }) => code).filter(code => !paypalTakes(code))
  expect(refused).toEqual(['INR', 'AED', 'CNY'])
})
