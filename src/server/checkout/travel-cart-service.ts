import type { Infer } from '@/contract/api-call'
import type { WireCheckout } from '@/contract/checkout'
import type {
  addToTravelCart,
  changeInTravelCart,
  listTravelCart,
  listTravelProducts,
} from '@/contract/travel'
import { hasParcel } from '@/domain/catalog/plans'
import { changeQuantity } from '@/domain/catalog/travel-items'
import type { StoredState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { getCheckout, updateCheckout } from '@/server/checkout/checkout-service'
import { resolvePlan } from '@/server/checkout/derive-state'
import { ApiError } from '@/server/infra/api-error'

/** The items on sale, prices in major units, names in the language where there is a translation. */
export async function listTravelItems(
  backend: Backend,
  { query }: Pick<Input<Infer<typeof listTravelProducts.query>, undefined>, 'query'>,
) {
  const catalog = await backend.catalog()
  return { results: catalog.travelItems(query.currency, query.language) }
}

/**
 * The cart's rows with prices in the requested currency, else the checkout's, in major units.
 * Throws `not_found` for an unknown token.
 */
export async function readTravelCart(
  backend: Backend,
  { query }: Pick<Input<Infer<typeof listTravelCart.query>, undefined>, 'query'>,
) {
  const checkout = await getCheckout(backend, { params: { token: query.checkout } })
  return toWireCart(checkout, await backend.catalog(), query.currency)
}

type CartInput<Body> = Input<Infer<typeof changeInTravelCart.query>, Body>

/**
 * Sets the quantity of an item; 0 or less removes it. A second add replaces the quantity. Throws
 * `unprocessable` for an item that is not on sale or a digital plan.
 */
export const addCartItem = (
  backend: Backend,
  { query, body }: Pick<CartInput<Infer<typeof addToTravelCart.body>>, 'query' | 'body'>,
) => store(backend, query.checkout, body.quantity, () => body.item_id)

/** Changes the quantity of a row. Throws `not_found` unless the row is this checkout's. */
export const changeCartRow = (
  backend: Backend,
  { params, query, body }: CartInput<Infer<typeof changeInTravelCart.body>>,
) =>
  store(backend, query.checkout, body.quantity, state => findCartRow(state, params['id']).item_id)

/** Removes a row. Throws `not_found` unless the row is this checkout's. */
export const removeCartRow = (
  backend: Backend,
  { params, query }: Pick<CartInput<undefined>, 'params' | 'query'>,
) => store(backend, query.checkout, 0, state => findCartRow(state, params['id']).item_id)

function findCartRow({ travel_items }: StoredState, id: string | undefined) {
  const row = travel_items.find(candidate => candidate.id === id)
  if (!row) throw new ApiError('not_found')
  return row
}

async function store(
  backend: Backend,
  token: string,
  quantity: number,
  resolveItemId: (state: StoredState) => number,
) {
  const catalog = await backend.catalog()
  const checkout = await updateCheckout(backend, token, (state): StateChange => {
    const item_id = resolveItemId(state)
    if (quantity > 0) assertSold(state, catalog, item_id)
    return { travelItemsInCart: changeQuantity(state.travelItemsInCart, item_id, quantity) }
  })
  return toWireCart(checkout, catalog)
}

/** An item must be on sale, and the permit printed: a digital one has no parcel. */
function assertSold(state: StoredState, catalog: Catalog, id: number): void {
  if (!hasParcel(resolvePlan(state, catalog).category)) throw buildCartError('digital')
  const items = catalog.travelItems(state.currency, state.language)
  if (!items.some(({ item_id }) => item_id === id)) throw buildCartError('unknown')
}

const buildCartError = (reason: 'digital' | 'unknown'): ApiError =>
  new ApiError('unprocessable', {
    issues: [{ field: 'item_id', message: `travelItemsInCart.${reason}` }],
  })

/**
 * The cart's rows; the price of an item that is no longer on sale is null, and it is not charged.
 */
function toWireCart(
  { state, version }: WireCheckout,
  catalog: Catalog,
  currency: CurrencyCode = state.currency,
) {
  const prices = new Map(
    catalog.travelItems(currency, state.language).map(({ item_id, price }) => [item_id, price]),
  )
  const results = state.travel_items.map(row => ({
    ...row,
    price: prices.get(row.item_id) ?? null,
  }))
  return { results, currency, version }
}
