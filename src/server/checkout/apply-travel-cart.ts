import { hasParcel, planById } from '@/domain/catalog/plans'
import { mergedCart, type TravelCart } from '@/domain/catalog/travel-items'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import type { Catalog } from '@/server/catalog/catalog'
import type { Context } from '@/server/checkout/change-context'
import { Failure } from '@/server/infra/api-error'
import { newId } from '@/server/infra/tokens'

/**
 * The state with the cart a change names, as rows of their own (SPEC 4). An item that is not on sale is
 * `unprocessable`; one that no longer is, though it is in the cart, leaves it with the next change. What a
 * digital plan has taken out is kept aside, and is back in the cart of a printed one.
 */
export function withCart(
  state: CheckoutState,
  { travelItemsInCart: asked }: StateChange,
  { catalog }: Context,
): CheckoutState {
  const { travel_items: rows, travelItemsAside: aside } = state
  const named = asked ? cartOnSale(state, asked, catalog) : state.travelItemsInCart
  if (!isPrinted(state, catalog)) {
    const taken = asked ? mergedCart(asked) : cartOf(rows)
    return { ...state, travel_items: [], travelItemsAside: taken.length > 0 ? taken : aside }
  }
  const back = onSaleIn(state, aside, catalog).filter(line => !holds(named, line))
  const cart = [...named, ...back]
  return {
    ...state,
    travelItemsInCart: cart,
    travelItemsAside: [],
    travel_items: rowsOf(cart, rows),
  }
}

function isPrinted({ currency, selectedLicense }: CheckoutState, catalog: Catalog): boolean {
  const plan = planById(catalog.products(currency), selectedLicense)
  return !plan || hasParcel(plan.category)
}

const cartOf = (rows: Rows): TravelCart =>
  rows.map(({ item_id, quantity }) => ({ item_id, quantity }))

const holds = (cart: TravelCart, { item_id }: TravelCart[number]): boolean =>
  cart.some(line => line.item_id === item_id)

function onSaleIn({ currency, language }: CheckoutState, cart: TravelCart, catalog: Catalog) {
  if (cart.length === 0) return cart
  const onSale = catalog.travelItems(currency, language)
  return cart.filter(line => onSale.some(({ item_id }) => item_id === line.item_id))
}

function cartOnSale(state: CheckoutState, asked: TravelCart, catalog: Catalog): TravelCart {
  const { currency, language, travel_items, travelItemsInCart } = state
  const onSale = new Set(catalog.travelItems(currency, language).map(({ item_id }) => item_id))
  const wasOnSale = new Set(travel_items.map(({ item_id }) => item_id))
  const isKnown = (id: number) => onSale.has(id) || wasOnSale.has(id)
  if (asked.some(({ item_id, quantity }) => quantity > 0 && !isKnown(item_id)))
    throw new Failure('unprocessable', {
      issues: [{ field: 'state.travelItemsInCart', message: 'travelItemsInCart.unknown' }],
    })
  // What is asked for, less what a digital plan has none of.
  return mergedCart(travelItemsInCart).filter(({ item_id }) => onSale.has(item_id))
}

type Rows = CheckoutState['travel_items']

/** A row for each line of the cart; an item keeps the id of the row it had. */
const rowsOf = (cart: TravelCart, before: Rows): Rows =>
  cart.map(({ item_id, quantity }) => ({
    id: before.find(row => row.item_id === item_id)?.id ?? newId(),
    item_id,
    quantity,
  }))
