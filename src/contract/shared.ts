import * as z from 'zod/mini'
import { wireCheckout } from '@/contract/checkout'

/** The token of the checkout that owns the id; both are checked together. */
export const checkoutQuery = z.object({ checkout: z.string().check(z.maxLength(100)) })

/** Body of every error response: `detail` for people, `code` for programs, `issues` by field. */
export const errorBody = z.object({
  detail: z.string(),
  code: z.optional(z.string()),
  /** Of a fault: finds the lines of the server's log. */
  request_id: z.optional(z.string()),
  /** The provider's decline code. */
  reason: z.optional(z.string()),
  issues: z.optional(
    z.array(
      z.object({
        field: z.string(),
        message: z.string(),
        /** The invalid parts of a field that has several. */
        parts: z.optional(z.array(z.string())),
      }),
    ),
  ),
  /** The current checkout, of a refused change. */
  checkout: z.optional(z.catch(z.optional(wireCheckout), undefined)),
  quote: z.optional(z.unknown()),
})
