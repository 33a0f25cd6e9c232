import * as z from 'zod/mini'
import { call } from '@/contract/call'
import { ofCheckout } from '@/contract/shared'
import { currencyCode } from '@/domain/data/currencies'
import { travelItem } from '@/domain/travel'

const line = z.object({ id: z.string(), item_id: z.int(), quantity: z.int() })
const lines = z.object({ results: z.array(line), version: z.int() })
const inCart = '/api/travel-product-checkout/'
const oneInCart = '/api/travel-product-checkout/[id]/'

export const listTravelProducts = call({
  method: 'GET',
  path: '/api/travel-products/',
  query: z.object({ language: z.string().check(z.maxLength(8)), currency: currencyCode }),
  answer: z.object({ results: z.array(travelItem) }),
})

export const listTravelCart = call({
  method: 'GET',
  path: inCart,
  query: z.extend(ofCheckout, { currency: z.optional(currencyCode) }),
  answer: lines,
})

export const addToTravelCart = call({
  method: 'POST',
  path: inCart,
  query: ofCheckout,
  body: z.object({ item_id: z.int(), quantity: z.int() }),
  answer: lines,
})

export const changeInTravelCart = call({
  method: 'PATCH',
  path: oneInCart,
  query: ofCheckout,
  body: z.object({ quantity: z.int() }),
  answer: lines,
})

export const removeFromTravelCart = call({
  method: 'DELETE',
  path: oneInCart,
  query: ofCheckout,
  answer: lines,
})
