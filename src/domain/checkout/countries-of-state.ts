import type { BaseState } from '@/domain/checkout/checkout-state'
import { residenceOf, resolveAddressee } from '@/domain/checkout/residence'
import { type CountryCode, parseCountryCode } from '@/domain/data/countries'
import { parseDestinationId, resolveDestinationCountry } from '@/domain/data/destinations'

type Answers = Pick<BaseState, 'destinations' | 'userCountry' | 'customer' | 'shipping'>

/** The countries that pages name for these answers; the guessed one is among them. */
export function listCountriesOf(state: Answers): CountryCode[] {
  const { destinations, customer, userCountry } = state
  const answers = [
    ...destinations.flatMap(value => resolveCountry(value)),
    userCountry,
    customer.license_issued,
    residenceOf(state),
    resolveAddressee(state).country,
  ]
  return [...new Set(answers.flatMap(code => parseCountryCode(code) ?? []))]
}

const resolveCountry = (value: string): CountryCode[] => {
  const id = parseDestinationId(value)
  return id ? [resolveDestinationCountry(id)] : []
}
