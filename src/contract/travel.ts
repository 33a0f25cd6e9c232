import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { checkoutQuery } from '@/contract/shared'
import { travelItem } from '@/domain/catalog/travel-item-schema'
import { maxItemQuantity } from '@/domain/catalog/travel-items'
import { currencyCodes } from '@/domain/data/currencies'

const line = z.object({
  id: z.string(),
  item_id: z.int(),
  quantity: z.int(),
  /** Price of one, in major units of the response's currency; null if it is no longer on sale. */
  price: z.nullable(z.number()),
})

/** The cart's rows and the checkout's version. */
const cartResponse = z.object({
  results: z.array(line),
  currency: z.enum(currencyCodes),
  version: z.int(),
})

/** 0 or less removes the row; more than the maximum is `unprocessable`. */
const quantity = z.int().check(z.lte(maxItemQuantity))

const cartPath = '/api/travel-product-checkout/'
const cartLinePath = '/api/travel-product-checkout/[id]/'

/** The travel items on sale; prices in major units of the currency, names in the language. */
export const listTravelProducts = defineApiCall({
  method: 'GET',
  path: '/api/travel-products/',
  query: z.object({ language: z.string().check(z.maxLength(8)), currency: z.enum(currencyCodes) }),
  response: z.object({ results: z.array(travelItem) }),
})

/** The checkout's cart, priced in its own currency unless `currency` names another. */
export const listTravelCart = defineApiCall({
  method: 'GET',
  path: cartPath,
  query: z.extend(checkoutQuery, { currency: z.optional(z.enum(currencyCodes)) }),
  response: cartResponse,
})

/**
 * Adds an item to the cart or sets its quantity; `unprocessable` if it is not on sale or the plan
 * is digital.
 */
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

/** Removes a row from this checkout's cart. */
export const removeFromTravelCart = defineApiCall({
  method: 'DELETE',
  path: cartLinePath,
  query: checkoutQuery,
  response: cartResponse,
})
