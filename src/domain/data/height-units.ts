/** The units a height can be entered in. */
export const heightUnits = ['cm', 'ft'] as const

export type HeightUnit = (typeof heightUnits)[number]

export const isHeightUnit = (value: string): value is HeightUnit =>
  heightUnits.includes(value as HeightUnit)

/** Countries that use feet and inches for a person's height. */
const feetCountries = ['us', 'gb', 'lr']

/** The usual unit of height in a country; codes in any case. */
export const resolveHeightUnit = (country: string): HeightUnit =>
  feetCountries.includes(country.toLowerCase()) ? 'ft' : 'cm'
