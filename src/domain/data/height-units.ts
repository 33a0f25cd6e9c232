import * as z from 'zod/mini'

export const heightUnits = ['cm', 'ft'] as const

/** The unit a height is typed in (SPEC 3). */
export const heightUnit = z.enum(heightUnits)
