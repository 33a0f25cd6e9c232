import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'

// Apart from the calls of a checkout that every page makes: no page asks for these.

/** Where the caller seems to be; country codes are lower-case. */
export const readGeo = defineApiCall({
  method: 'GET',
  path: '/api/checkout/geo/',
  response: z.object({ status: z.string(), data: z.object({ country_code: z.string() }) }),
})

/** The tax rate in percent of where the order goes. */
export const readTaxGroup = defineApiCall({
  method: 'GET',
  path: '/api/checkout/[token]/tax-group/',
  response: z.object({ tax_rate: z.number() }),
})
