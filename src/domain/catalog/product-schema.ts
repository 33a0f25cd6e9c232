import * as z from 'zod/mini'

/** A product as the server returns it; prices in major units of the checkout's currency. */
export const product = z.object({
  id: z.int(),
  name: z.string(),
  category: z.enum(['digital', 'physical', 'urgent', 'lifetime']),
  years: z.nullable(z.int()),
  price: z.number(),
  /** The price of the same years as one-year plans; null if there is none to compare. */
  oldPrice: z.nullable(z.number()),
  show_at_checkout: z.boolean(),
})
export type Product = z.infer<typeof product>
