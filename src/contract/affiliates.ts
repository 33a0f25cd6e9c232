import * as z from 'zod/mini'
import { defineApiCall } from '@/contract/api-call'
import { cjEventPattern } from '@/domain/links/launch-params'

/** Keeps the event of an affiliate network's link in a cookie (SPEC 7). Not under the backend's prefix. */
export const setCjCookie = defineApiCall({
  method: 'GET',
  path: '/api/set-cj-cookie/',
  query: z.object({ cjevent: z.string().check(z.regex(cjEventPattern, 'cjevent.shape')) }),
  response: z.object({ kept: z.literal(true) }),
})
