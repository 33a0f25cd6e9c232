import * as z from 'zod/mini'
import { call } from '@/contract/call'

// Apart from the calls of a checkout that every page makes: no page asks for these.

/** Where the caller seems to be; country codes are lower-case. */
export const readGeo = call({
  method: 'GET',
  path: '/api/checkout/geo/',
  answer: z.object({ status: z.string(), data: z.object({ country_code: z.string() }) }),
})

/** The tax rate in percent of where the order goes. */
export const readTaxGroup = call({
  method: 'GET',
  path: '/api/checkout/[token]/tax-group/',
  answer: z.object({ tax_rate: z.number() }),
})
