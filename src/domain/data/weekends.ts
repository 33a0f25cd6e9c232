/** Non-working days of the week; 0 is Sunday. */
type Weekend = readonly number[]

/** The weekend at the shop, and in every country not listed below. */
export const saturdayAndSunday: Weekend = [6, 0]

/**
 * Other weekends: the `weekendData` of Unicode CLDR 48, plus Bangladesh and the Maldives (Friday
 * and Saturday), which are missing there.
 */
const weekends: [countries: string, Weekend][] = [
  ['BD BH DZ EG IL IQ JO KW LY MV OM QA SA SD SY YE', [5, 6]],
  ['AF', [4, 5]],
  ['IR', [5]],
  ['IN UG', [0]],
]

/** The weekend of a country; codes in any case. */
export const weekendOf = (country: string): Weekend =>
  weekends.find(([countries]) => countries.split(' ').includes(country.toUpperCase()))?.[1] ??
  saturdayAndSunday
