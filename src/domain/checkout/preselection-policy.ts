import { parseCountryCode } from '@/domain/data/countries'

/**
 * Countries whose law forbids preselected paid extras: the European Union and the rest of the EEA
 * (directive 2011/83/EU, article 22), the United Kingdom and Switzerland.
 */
const restrictedCountries = new Set(
  (
    'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE ' +
    'IS LI NO GB CH'
  ).split(' '),
)

/** Whether paid extras may be preselected for a customer of this country; codes in any case. */
export function canPreselectExtras(country: string): boolean {
  const code = parseCountryCode(country)
  return !code || !restrictedCountries.has(code)
}
