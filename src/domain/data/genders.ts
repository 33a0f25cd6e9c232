/** The genders printed on the permit; x means any other, or none on the licence. */
export const genders = ['female', 'male', 'x'] as const

export type Gender = (typeof genders)[number]
