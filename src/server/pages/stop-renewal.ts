import { addressOf } from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'
import { type Limit, take } from '@/server/limits/rate-limit'
import { formRoute } from '@/server/pages/form-route'
import { stop } from '@/server/payments/subscription'
import { renewalByCode } from '@/server/payments/subscription-repository'

/** Who guesses codes is let try so often. */
const guesses: Limit = { name: 'renewal-codes', most: 30, windowSeconds: 3_600 }

/**
 * Stops the renewal that a mail's link names: by a form, so that it works without scripts, and never by opening
 * the link alone, which mail programs do by themselves.
 */
export const stopByMail = formRoute(async (backend, { request, form }) => {
  await take(backend, guesses, addressOf(request, backend.env.trustedProxies))
  const code = form.get('code') ?? ''
  const renewal = await renewalByCode(backend.db, code)
  if (!renewal) return `${page}?told=unknown`
  try {
    await stop(backend, renewal)
    return `${page}?told=stopped`
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return `${page}?told=failed&code=${encodeURIComponent(code)}`
  }
})

const page = '/checkouts/auto-renewal/'
