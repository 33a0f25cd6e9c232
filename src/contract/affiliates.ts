import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { cjEventPattern } from '@/domain/links/launch-params'

/**
 * Stores the affiliate network's event id from a link in a cookie. Its path is outside the
 * backend's prefix.
 */
export const setCjCookie = defineApiCall({
  method: 'GET',
  path: '/api/set-cj-cookie/',
  query: z.object({ cjevent: z.string().check(z.regex(cjEventPattern, 'cjevent.shape')) }),
  response: z.object({ kept: z.literal(true) }),
})
