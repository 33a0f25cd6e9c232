import { hasParcel } from '@/domain/catalog/plans'
import { mergeCart, type TravelCart } from '@/domain/catalog/travel-items'
import type { StoredState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import type { Catalog } from '@/server/catalog/catalog'
import { ApiError } from '@/server/infra/api-error'
import { generateId } from '@/server/infra/tokens'

/**
 * The state with the cart of the change as rows with ids. Throws `unprocessable` for a new item
 * that is not on sale; an item in the cart that is no longer on sale is removed by the next change
 * of the cart. A digital plan moves the cart to `travelItemsAside`, a printed plan restores it.
 */
export function applyTravelCart(
  state: StoredState,
  { travelItemsInCart: requestedCart }: StateChange,
  { catalog }: { catalog: Catalog },
): StoredState {
  const { travel_items: rows, travelItemsAside: savedCart } = state
  const availableCart = requestedCart
    ? validateCart(state, requestedCart, catalog)
    : state.travelItemsInCart
  if (!hasParcel(state.category)) {
    const removedCart = requestedCart ? mergeCart(requestedCart) : toCart(rows)
    return {
      ...state,
      travel_items: [],
      travelItemsAside: removedCart.length > 0 ? removedCart : savedCart,
    }
  }
  const restoredLines = filterOnSale(state, savedCart, catalog).filter(
    line => !hasItem(availableCart, line),
  )
  const cart = [...availableCart, ...restoredLines]
  return {
    ...state,
    travelItemsInCart: cart,
    travelItemsAside: [],
    travel_items: buildRows(cart, rows),
  }
}

const toCart = (rows: Rows): TravelCart =>
  rows.map(({ item_id, quantity }) => ({ item_id, quantity }))

const hasItem = (cart: TravelCart, { item_id }: TravelCart[number]): boolean =>
  cart.some(line => line.item_id === item_id)

function filterOnSale({ currency, language }: StoredState, cart: TravelCart, catalog: Catalog) {
  if (cart.length === 0) return cart
  const availableItems = catalog.travelItems(currency, language)
  return cart.filter(line => availableItems.some(({ item_id }) => item_id === line.item_id))
}

function validateCart(state: StoredState, requestedCart: TravelCart, catalog: Catalog): TravelCart {
  const { currency, language, travel_items, travelItemsInCart } = state
  const availableIds = new Set(
    catalog.travelItems(currency, language).map(({ item_id }) => item_id),
  )
  const previousIds = new Set(travel_items.map(({ item_id }) => item_id))
  const isKnown = (id: number) => availableIds.has(id) || previousIds.has(id)
  if (requestedCart.some(({ item_id, quantity }) => quantity > 0 && !isKnown(item_id)))
    throw new ApiError('unprocessable', {
      issues: [{ field: 'state.travelItemsInCart', message: 'travelItemsInCart.unknown' }],
    })
  // `travelItemsInCart` is the requested cart, already empty for a digital plan.
  return mergeCart(travelItemsInCart).filter(({ item_id }) => availableIds.has(item_id))
}

type Rows = StoredState['travel_items']

/** A row for each line of the cart; an item that was in the cart retains its row id. */
const buildRows = (cart: TravelCart, previousRows: Rows): Rows =>
  cart.map(({ item_id, quantity }) => ({
    id: previousRows.find(row => row.item_id === item_id)?.id ?? generateId(),
    item_id,
    quantity,
  }))
