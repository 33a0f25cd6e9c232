/** Most pieces of one item in the cart. */
export const maxItemQuantity = 10

/** The travel items in a cart, one line each. */
export type TravelCart = { item_id: number; quantity: number }[]

/** The quantity of an item in the cart; 0 if it is not there. */
export const quantityOf = (cart: TravelCart, item_id: number): number =>
  cart.find(line => line.item_id === item_id)?.quantity ?? 0

/** Sets an item's quantity: 0 or less removes the line, a new item is added at the end. */
export function changeQuantity(cart: TravelCart, item_id: number, quantity: number): TravelCart {
  if (quantity <= 0) return cart.filter(line => line.item_id !== item_id)
  const updatedLine = { item_id, quantity: Math.min(quantity, maxItemQuantity) }
  return quantityOf(cart, item_id) > 0
    ? cart.map(line => (line.item_id === item_id ? updatedLine : line))
    : [...cart, updatedLine]
}

/** The cart as stored: one line per item with quantities added up, without empty lines. */
export const mergeCart = (cart: TravelCart): TravelCart =>
  cart.reduce<TravelCart>(
    (merged, { item_id, quantity }) =>
      changeQuantity(merged, item_id, quantityOf(merged, item_id) + quantity),
    [],
  )
