import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { checkoutQuery } from '@/contract/shared'
import { maxItemQuantity, travelItem } from '@/domain/catalog/travel-items'
import { currencyCode } from '@/domain/data/currencies'

const line = z.object({
  id: z.string(),
  item_id: z.int(),
  quantity: z.int(),
  /** One of it, in major units of the answer's currency; null once it is no longer on sale. */
  price: z.nullable(z.number()),
})

/** The rows of the cart and the version of the checkout that holds them. */
const cartResponse = z.object({ results: z.array(line), currency: currencyCode, version: z.int() })

/** At or below 0 removes, more than the most is `unprocessable`. */
const quantity = z.int().check(z.lte(maxItemQuantity))

const cartPath = '/api/travel-product-checkout/'
const cartLinePath = '/api/travel-product-checkout/[id]/'

/** The travel items on sale; prices in major units of the currency, names in the language. */
export const listTravelProducts = defineApiCall({
  method: 'GET',
  path: '/api/travel-products/',
  query: z.object({ language: z.string().check(z.maxLength(8)), currency: currencyCode }),
  response: z.object({ results: z.array(travelItem) }),
})

/** What is in the cart of a checkout, with prices in its own currency unless another is named. */
export const listTravelCart = defineApiCall({
  method: 'GET',
  path: cartPath,
  query: z.extend(checkoutQuery, { currency: z.optional(currencyCode) }),
  response: cartResponse,
})

/** Puts an item into the cart, or sets its quantity; `unprocessable` for what is not on sale and beside a digital plan. */
export const addToTravelCart = defineApiCall({
  method: 'POST',
  path: cartPath,
  query: checkoutQuery,
  body: z.object({ item_id: z.int(), quantity }),
  response: cartResponse,
})

/** Sets the quantity of a row of this checkout's cart. */
export const changeInTravelCart = defineApiCall({
  method: 'PATCH',
  path: cartLinePath,
  query: checkoutQuery,
  body: z.object({ quantity }),
  response: cartResponse,
})

/** Takes a row out of this checkout's cart. */
export const removeFromTravelCart = defineApiCall({
  method: 'DELETE',
  path: cartLinePath,
  query: checkoutQuery,
  response: cartResponse,
})
