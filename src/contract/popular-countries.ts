import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'

/** Where the numbers of the popular-country card come from: paid orders, SPEC 2's ranges, or nowhere. */
export const countSource = z.enum(['orders', 'range', 'off'])
export type CountSource = z.infer<typeof countSource>

/** How much each popular country was asked for, by its code; a country with too little to tell is left out. */
export const readPopularCounts = defineApiCall({
  method: 'GET',
  path: '/api/popular-countries/',
  response: z.object({ source: countSource, counts: z.record(z.string(), z.int()) }),
})
