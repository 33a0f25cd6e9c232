import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'

// Separate from checkout.ts, which every page loads: no page makes these calls.

/** The caller's likely country; codes are lower-case. */
export const readGeo = defineApiCall({
  method: 'GET',
  path: '/api/checkout/geo/',
  response: z.object({ status: z.string(), data: z.object({ country_code: z.string() }) }),
})

/** The tax rate at the order's destination, in percent. */
export const readTaxGroup = defineApiCall({
  method: 'GET',
  path: '/api/checkout/[token]/tax-group/',
  response: z.object({ tax_rate: z.number() }),
})
