import * as z from 'zod/mini'

export const genders = ['female', 'male', 'x'] as const

/** The gender printed on the permit; x means any other, or none on the licence. */
export const gender = z.enum(genders)

export type Gender = z.infer<typeof gender>
