import * as z from 'zod/mini'
import { maxItemQuantity } from '@/domain/catalog/travel-items'

/** A travel extra; price in major units of the checkout's currency. */
export const travelItem = z.object({
  item_id: z.int(),
  /** The base name of its picture, `/checkouts/travel/<code>.svg`. */
  code: z.string(),
  name: z.string(),
  price: z.number(),
  is_active: z.boolean(),
})

export type TravelItem = z.infer<typeof travelItem>

const cartLine = z.object({
  item_id: z.int(),
  quantity: z.int().check(z.gte(0), z.lte(maxItemQuantity)),
})
export const travelCart = z._default(z.array(cartLine).check(z.maxLength(50)), [])
