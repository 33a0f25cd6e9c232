import { expect, it } from 'vitest'
import { emptyCheckout } from '@/domain/checkout/checkout-state'
import { listCountriesOf } from '@/domain/checkout/countries-of-state'
import { applyChange } from '@/domain/checkout/state-change'

it('the guessed country is named before anything is answered', () => {
  expect(listCountriesOf({ ...emptyCheckout, userCountry: 'us' })).toEqual(['US'])
  expect(listCountriesOf(emptyCheckout)).toEqual([])
})

it('each answered country is named once, a place with its country', () => {
  const state = applyChange(
    { ...emptyCheckout, userCountry: 'us', destinations: ['jp', 'x-bali', 'zz'] },
    {
      customer: { license_issued: 'fr', country_of_residence: 'id' },
      shipping: { country: 'jp' },
    },
  )
  expect(listCountriesOf(state)).toEqual(['JP', 'ID', 'US', 'FR'])
})
