import type { Infer } from '@/contract/call'
import type { WireCheckout } from '@/contract/checkout'
import type {
  addToTravelCart,
  changeInTravelCart,
  listTravelCart,
  listTravelProducts,
} from '@/contract/travel'
import { hasParcel } from '@/domain/catalog/plans'
import { changeQuantity } from '@/domain/catalog/travel-items'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { edit, read } from '@/server/checkout/checkout-service'
import { filled } from '@/server/checkout/derive-state'
import { Failure } from '@/server/infra/api-error'

/** The items on sale, in major units of the currency, named in the language as far as it has names. */
export async function list(
  backend: Backend,
  { query }: Pick<Input<Infer<typeof listTravelProducts.query>, undefined>, 'query'>,
) {
  const catalog = await backend.catalog()
  return { results: catalog.travelItems(query.currency, query.language) }
}

/** What is in the cart, with prices in the currency asked for, else the checkout's. */
export async function cart(
  backend: Backend,
  { query }: Pick<Input<Infer<typeof listTravelCart.query>, undefined>, 'query'>,
) {
  const checkout = await read(backend, { params: { token: query.checkout } })
  return linesOf(checkout, await backend.catalog(), query.currency)
}

type Asked<Body> = Input<Infer<typeof changeInTravelCart.query>, Body>

/** Sets how many of an item there are; at or below 0 takes it out. A second add changes the first. */
export const add = (
  backend: Backend,
  { query, body }: Pick<Asked<Infer<typeof addToTravelCart.body>>, 'query' | 'body'>,
) => store(backend, query.checkout, body.quantity, () => body.item_id)

/** Changes a row of the cart; the id must be this checkout's. */
export const change = (
  backend: Backend,
  { params, query, body }: Asked<Infer<typeof changeInTravelCart.body>>,
) => store(backend, query.checkout, body.quantity, state => rowIn(state, params.id).item_id)

/** Takes a row out of the cart; the id must be this checkout's. */
export const remove = (
  backend: Backend,
  { params, query }: Pick<Asked<undefined>, 'params' | 'query'>,
) => store(backend, query.checkout, 0, state => rowIn(state, params.id).item_id)

function rowIn({ travel_items }: CheckoutState, id: string | undefined) {
  const row = travel_items.find(known => known.id === id)
  if (!row) throw new Failure('not_found')
  return row
}

async function store(
  backend: Backend,
  token: string,
  quantity: number,
  itemIn: (state: CheckoutState) => number,
) {
  const catalog = await backend.catalog()
  const moment = { nowMs: backend.now().getTime(), isHeld: false }
  const checkout = await edit(backend, token, (state): StateChange => {
    const item_id = itemIn(state)
    if (quantity > 0) refuseNotSold(filled(state, catalog, moment), item_id)
    return { travelItemsInCart: changeQuantity(state.travelItemsInCart, item_id, quantity) }
  })
  return linesOf(checkout, catalog)
}

/** Only what is on sale, and only beside a printed permit: a digital one has no parcel to put it in. */
function refuseNotSold({ category, travelItemsData }: CheckoutState, id: number): void {
  if (!hasParcel(category)) throw refused('digital')
  if (!travelItemsData.some(({ item_id }) => item_id === id)) throw refused('unknown')
}

const refused = (reason: 'digital' | 'unknown'): Failure =>
  new Failure('unprocessable', {
    issues: [{ field: 'item_id', message: `travelItemsInCart.${reason}` }],
  })

/** The rows of a checkout's cart; the price of what is no longer on sale is null, and nobody is charged for it. */
function linesOf(
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
