import * as z from 'zod/mini'
import { call } from '@/contract/call'
import { ofCheckout } from '@/contract/shared'
import { mostOfOneItem, travelItem } from '@/domain/catalog/travel-items'
import { currencyCode } from '@/domain/data/currencies'

const line = z.object({
  id: z.string(),
  item_id: z.int(),
  quantity: z.int(),
  /** One of it, in major units of the answer's currency; null once it is no longer on sale. */
  price: z.nullable(z.number()),
})

/** The rows of the cart and the version of the checkout that holds them. */
const lines = z.object({ results: z.array(line), currency: currencyCode, version: z.int() })

/** At or below 0 removes, more than the most is `unprocessable`. */
const quantity = z.int().check(z.lte(mostOfOneItem))

const inCart = '/api/travel-product-checkout/'
const oneInCart = '/api/travel-product-checkout/[id]/'

/** The travel items on sale; prices in major units of the currency, names in the language. */
export const listTravelProducts = call({
  method: 'GET',
  path: '/api/travel-products/',
  query: z.object({ language: z.string().check(z.maxLength(8)), currency: currencyCode }),
  answer: z.object({ results: z.array(travelItem) }),
})

/** What is in the cart of a checkout, with prices in its own currency unless another is named. */
export const listTravelCart = call({
  method: 'GET',
  path: inCart,
  query: z.extend(ofCheckout, { currency: z.optional(currencyCode) }),
  answer: lines,
})

/** Puts an item into the cart, or sets its quantity; `unprocessable` for what is not on sale and beside a digital plan. */
export const addToTravelCart = call({
  method: 'POST',
  path: inCart,
  query: ofCheckout,
  body: z.object({ item_id: z.int(), quantity }),
  answer: lines,
})

/** Sets the quantity of a row of this checkout's cart. */
export const changeInTravelCart = call({
  method: 'PATCH',
  path: oneInCart,
  query: ofCheckout,
  body: z.object({ quantity }),
  answer: lines,
})

/** Takes a row out of this checkout's cart. */
export const removeFromTravelCart = call({
  method: 'DELETE',
  path: oneInCart,
  query: ofCheckout,
  answer: lines,
})
