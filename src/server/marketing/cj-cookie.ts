import type { setCjCookie } from '@/contract/affiliates'
import type { Infer } from '@/contract/api-call'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { buildPreferenceCookie, cjCookie } from '@/server/http/cookies'
import { isSameOrigin } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'

type CjInput = Input<Infer<typeof setCjCookie.query>, undefined>

/**
 * Accepts an affiliate event. Throws `origin` for another site, which would be paid for customers
 * it did not send.
 */
export async function acceptCjEvent(
  { env }: Backend,
  { request }: Pick<CjInput, 'request'>,
): Promise<Infer<typeof setCjCookie.response>> {
  if (!isSameOrigin(request, env.trustedProxies)) throw new ApiError('origin')
  return { kept: true }
}

/** The cookie that the affiliate network's script reads. */
export const buildCjCookie = (
  { env }: Backend,
  _: unknown,
  { query }: Pick<CjInput, 'query'>,
): string => buildPreferenceCookie(env, cjCookie, query.cjevent)
