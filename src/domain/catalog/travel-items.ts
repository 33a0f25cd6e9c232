import * as z from 'zod/mini'

/** An extra for the journey; price in major units of the checkout's currency. */
export const travelItem = z.object({
  item_id: z.int(),
  /** The name of its picture, `/checkouts/travel/<code>.svg`. */
  code: z.string(),
  name: z.string(),
  price: z.number(),
  is_active: z.boolean(),
})

export type TravelItem = z.infer<typeof travelItem>

/** SPEC 9: travel quantity 0 to 10. */
export const maxItemQuantity = 10

const cartLine = z.object({
  item_id: z.int(),
  quantity: z.int().check(z.gte(0), z.lte(maxItemQuantity)),
})
export const travelCart = z._default(z.array(cartLine).check(z.maxLength(50)), [])
export type TravelCart = z.infer<typeof travelCart>

/** How many of an item the cart holds. */
export const quantityOf = (cart: TravelCart, item_id: number): number =>
  cart.find(line => line.item_id === item_id)?.quantity ?? 0

/**
 * The cart with an item's quantity changed: at or below 0 removes it, otherwise it is set in its place or
 * added at the end (SPEC 4).
 */
export function changeQuantity(cart: TravelCart, item_id: number, quantity: number): TravelCart {
  if (quantity <= 0) return cart.filter(line => line.item_id !== item_id)
  const updatedLine = { item_id, quantity: Math.min(quantity, maxItemQuantity) }
  return quantityOf(cart, item_id) > 0
    ? cart.map(line => (line.item_id === item_id ? updatedLine : line))
    : [...cart, updatedLine]
}

/** The cart as it is kept: one line an item, twice the same added up, nothing of which there is none. */
export const mergeCart = (cart: TravelCart): TravelCart =>
  cart.reduce<TravelCart>(
    (merged, { item_id, quantity }) =>
      changeQuantity(merged, item_id, quantityOf(merged, item_id) + quantity),
    [],
  )
