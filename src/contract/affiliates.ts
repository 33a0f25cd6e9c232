import * as z from 'zod/mini'
import { call } from '@/contract/call'
import { cjEvent } from '@/domain/links/launch-params'

/** Keeps the event of an affiliate network's link in a cookie (SPEC 7). Not under the backend's prefix. */
export const setCjCookie = call({
  method: 'GET',
  path: '/api/set-cj-cookie/',
  query: z.object({ cjevent: z.string().check(z.regex(cjEvent, 'cjevent.shape')) }),
  answer: z.object({ kept: z.literal(true) }),
})
