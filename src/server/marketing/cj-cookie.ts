import type { setCjCookie } from '@/contract/affiliates'
import type { Infer } from '@/contract/call'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { cjCookie, keepChoice } from '@/server/http/cookies'
import { isSameOrigin } from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'

type Asked = Input<Infer<typeof setCjCookie.query>, undefined>

/** Another site that had its own event kept here would be paid for customers it never sent: `origin`. */
export async function takeCjEvent(
  _: Backend,
  { request }: Pick<Asked, 'request'>,
): Promise<Infer<typeof setCjCookie.answer>> {
  if (!isSameOrigin(request)) throw new Failure('origin')
  return { kept: true }
}

/** The network's own script reads it. */
export const cjCookieOf = ({ env }: Backend, _: unknown, { query }: Pick<Asked, 'query'>): string =>
  keepChoice(env, cjCookie, query.cjevent)
