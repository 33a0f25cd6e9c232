import * as z from 'zod/mini'

/** An extra for the journey; price in major units of the checkout's currency. */
export const travelItem = z.object({
  item_id: z.int(),
  name: z.string(),
  price: z.number(),
  is_active: z.boolean(),
})

/** SPEC 9: travel quantity 0 to 10. */
export const mostOfOneItem = 10

const cartLine = z.object({
  item_id: z.int(),
  quantity: z.int().check(z.gte(0), z.lte(mostOfOneItem)),
})
export const travelCart = z._default(z.array(cartLine).check(z.maxLength(50)), [])
export type TravelCart = z.infer<typeof travelCart>

/** The cart with an item's quantity changed: at or below 0 removes it, otherwise it is set or added (SPEC 4). */
export function changeQuantity(cart: TravelCart, item_id: number, quantity: number): TravelCart {
  const others = cart.filter(line => line.item_id !== item_id)
  if (quantity <= 0) return others
  return [...others, { item_id, quantity: Math.min(quantity, mostOfOneItem) }]
}
