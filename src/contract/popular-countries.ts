import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'

/** Source of the popular-country card's numbers: paid orders, fixed random ranges, or off. */
export const countSource = z.enum(['orders', 'range', 'off'])

/** Orders per popular country, by its code; countries with too few are omitted. */
export const readPopularCounts = defineApiCall({
  method: 'GET',
  path: '/api/popular-countries/',
  response: z.object({ source: countSource, counts: z.record(z.string(), z.int()) }),
})
