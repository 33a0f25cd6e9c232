import type { CountryCode } from '@/domain/data/countries'

type TaxGroup = {
  country: CountryCode
  /** The state's postal abbreviation; a row without one is for the whole country. */
  state?: string
  /** Percent. */
  tax_rate: number
}

/** Standard VAT rates of the 27 member states of the European Union. */
// biome-ignore format: a table of rates is read in rows
const europeanUnion = {
  AT: 20, BE: 21, BG: 20, CY: 19, CZ: 21, DE: 19, DK: 25, EE: 24, ES: 21,
  FI: 25.5, FR: 20, GR: 24, HR: 25, HU: 27, IE: 23, IT: 22, LT: 21, LU: 17,
  LV: 21, MT: 18, NL: 21, PL: 23, PT: 23, RO: 21, SE: 25, SI: 22, SK: 23,
} satisfies Partial<Record<CountryCode, number>>

const otherCountries = {
  AE: 5,
  AU: 10,
  CA: 5,
  CH: 8.1,
  GB: 20,
  IN: 18,
  JP: 10,
  NO: 25,
  NZ: 15,
  SG: 9,
} satisfies Partial<Record<CountryCode, number>>

/**
 * GST or HST. Provincial taxes (PST, QST) are collected only by sellers registered there, so they
 * are not part of the rate.
 */
// biome-ignore format: a table of rates is read in rows
const canadianProvinces = {
  AB: 5, BC: 5, MB: 5, NB: 15, NL: 15, NS: 14, NT: 5, NU: 5, ON: 13, PE: 15, QC: 5, SK: 5, YT: 5,
}

/** State rates where sales tax is collected; other states have none. */
const americanStates = { CA: 7.25, FL: 6, IL: 6.25, NJ: 6.625, NY: 4, PA: 6, TX: 6.25, WA: 6.5 }

function toCountryRows(rates: Partial<Record<CountryCode, number>>): TaxGroup[] {
  return Object.entries(rates).map(([country, tax_rate]) => ({
    country: country as CountryCode,
    tax_rate,
  }))
}

function toStateRows(country: CountryCode, rates: Record<string, number>): TaxGroup[] {
  return Object.entries(rates).map(([state, tax_rate]) => ({ country, state, tax_rate }))
}

/**
 * Tax rates in percent by country and state. A state without a row has its country's rate, a
 * country without a row has none.
 */
export const taxGroups: readonly TaxGroup[] = [
  ...toCountryRows(europeanUnion),
  ...toCountryRows(otherCountries),
  ...toStateRows('CA', canadianProvinces),
  ...toStateRows('US', americanStates),
]
