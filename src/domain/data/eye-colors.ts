import * as z from 'zod/mini'

export const eyeColors = ['brown', 'gray', 'blue', 'hazel', 'amber', 'green'] as const

/** An eye colour as the permit names it (SPEC 3). */
export const eyeColor = z.enum(eyeColors)

export type EyeColor = z.infer<typeof eyeColor>
