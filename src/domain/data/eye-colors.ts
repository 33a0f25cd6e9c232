/** Eye colours as printed on the permit. */
export const eyeColors = ['brown', 'gray', 'blue', 'hazel', 'amber', 'green'] as const

export type EyeColor = (typeof eyeColors)[number]
