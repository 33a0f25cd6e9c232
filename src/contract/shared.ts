import * as z from 'zod/mini'

/** The checkout an id belongs to; ids are looked up together with it. */
export const checkoutQuery = z.object({ checkout: z.string().check(z.maxLength(100)) })

/** Every refusal: a sentence for a person, a code for a program, and what is wrong with which field. */
export const errorBody = z.object({
  detail: z.string(),
  code: z.optional(z.string()),
  /** The provider's own code for a decline. */
  reason: z.optional(z.string()),
  issues: z.optional(
    z.array(
      z.object({
        field: z.string(),
        message: z.string(),
        /** Which parts of a field that has several. */
        parts: z.optional(z.array(z.string())),
      }),
    ),
  ),
  checkout: z.optional(z.unknown()),
  quote: z.optional(z.unknown()),
})
