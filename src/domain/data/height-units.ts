import * as z from 'zod/mini'

export const heightUnits = ['cm', 'ft'] as const

/** The unit a height is entered in. */
export const heightUnit = z.enum(heightUnits)

export type HeightUnit = z.infer<typeof heightUnit>

export const isHeightUnit = (value: string): value is HeightUnit =>
  heightUnits.includes(value as HeightUnit)

/** Countries that use feet and inches for a person's height. */
const feetCountries = ['us', 'gb', 'lr']

/** The usual unit of height in a country; codes in any case. */
export const resolveHeightUnit = (country: string): HeightUnit =>
  feetCountries.includes(country.toLowerCase()) ? 'ft' : 'cm'
