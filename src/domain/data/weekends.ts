/** The days of the week nobody works on, Sunday being 0. */
type Weekend = readonly number[]

/** Where the shop prints, and in every country that is not listed. */
export const saturdayAndSunday: Weekend = [6, 0]

/**
 * Where the weekend is another: the `weekendData` of Unicode CLDR 48, and Bangladesh and the Maldives, which
 * rest on Friday and Saturday too and are missing there.
 */
const weekends: [countries: string, Weekend][] = [
  ['BD BH DZ EG IL IQ JO KW LY MV OM QA SA SD SY YE', [5, 6]],
  ['AF', [4, 5]],
  ['IR', [5]],
  ['IN UG', [0]],
]

/** The weekend of a country, by its code in any case. */
export const weekendOf = (country: string): Weekend =>
  weekends.find(([countries]) => countries.split(' ').includes(country.toUpperCase()))?.[1] ??
  saturdayAndSunday
