import * as z from 'zod/mini'

export const heightUnits = ['cm', 'ft'] as const

/** The unit a height is typed in (SPEC 3). */
export const heightUnit = z.enum(heightUnits)

export type HeightUnit = z.infer<typeof heightUnit>

export const isHeightUnit = (value: string): value is HeightUnit =>
  heightUnits.includes(value as HeightUnit)

/** Where people know their height in feet and inches. */
const feetCountries = ['us', 'gb', 'lr']

/** The unit people of a country know their height in; codes in any case. */
export const resolveHeightUnit = (country: string): HeightUnit =>
  feetCountries.includes(country.toLowerCase()) ? 'ft' : 'cm'
