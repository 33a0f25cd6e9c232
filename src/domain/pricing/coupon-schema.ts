import * as z from 'zod/mini'

/**
 * A coupon's terms as the server returns them. `amount` is a percentage, or major units of the
 * checkout's currency.
 */
export const coupon = z.object({
  id: z.number(),
  name: z.string(),
  discount_type: z.enum(['percentage', 'fixed', 'fixed_cart']),
  amount: z.number(),
  products: z.array(z.number()),
  travel_products: z.array(z.number()),
  free_shipping: z.boolean(),
})
export type Coupon = z.infer<typeof coupon>
