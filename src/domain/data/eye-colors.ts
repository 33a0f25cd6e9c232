import * as z from 'zod/mini'

export const eyeColors = ['brown', 'gray', 'blue', 'hazel', 'amber', 'green'] as const

/** An eye colour as printed on the permit. */
export const eyeColor = z.enum(eyeColors)

export type EyeColor = z.infer<typeof eyeColor>
