import type { BaseState } from '@/domain/checkout/checkout-state'
import { parseCountryCode } from '@/domain/data/countries'

type Home = Pick<BaseState, 'userCountry'> & {
  customer: Pick<BaseState['customer'], 'country_of_residence' | 'license_issued'>
}

/** The country of the licence: as answered, else the guessed country; empty if unknown. */
export const licenceCountryOf = ({ customer, userCountry }: Home): string =>
  customer.license_issued || userCountry

/** Where the customer lives: as answered, else the country of the licence; empty if unknown. */
export const residenceOf = (state: Home): string =>
  state.customer.country_of_residence || licenceCountryOf(state)

/** To whom and where the parcel goes: to the driver's home, until the customer changes it. */
export const resolveAddressee = (
  state: Pick<BaseState, 'userCountry' | 'customer' | 'shipping'>,
) => {
  const { shipping, customer } = state
  return {
    country: shipping.country || residenceOf(state),
    first_name: shipping.first_name || customer.license_first_name,
    last_name: shipping.last_name || customer.license_last_name,
  }
}

/** The European Economic Area: the European Union, Iceland, Liechtenstein and Norway. */
const economicArea =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO'

/**
 * Whether a licence is enough in a country (codes in any case): in its own, and throughout the
 * European Economic Area if it is from there (directive 2006/126/EC, article 2).
 */
export function isLicenceEnough(licenceCountry: string, country: string): boolean {
  const codes = [licenceCountry, country].map(code => code.toUpperCase())
  return codes[0] === codes[1] || codes.every(code => code && economicArea.includes(code))
}

/**
 * Countries whose law forbids preselected paid extras: the European Economic Area (directive
 * 2011/83/EU, article 22), the United Kingdom and Switzerland.
 */
const restrictedCountries = `${economicArea} GB CH`

/** Whether paid extras may be preselected for a customer of this country; codes in any case. */
export function canPreselectExtras(country: string): boolean {
  const code = parseCountryCode(country)
  return !code || !restrictedCountries.includes(code)
}
