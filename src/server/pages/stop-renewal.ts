import { resolveClientAddress } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { consumeLimit, type RateLimit } from '@/server/limits/rate-limit'
import { createFormRoute } from '@/server/pages/form-route'
import { stopRenewal } from '@/server/payments/subscription'
import { findRenewalByStopCode } from '@/server/payments/subscription-repository'

/** Limits guesses of stop codes per client IP. */
const codeLimit: RateLimit = { name: 'renewal-codes', maxHits: 30, windowSeconds: 3_600 }

/**
 * Stops the auto-renewal of a mail's link. It is a form, so that it works without scripts and a
 * mail program that opens the link does not stop it.
 */
export const stopByMail = createFormRoute(async (backend, { request, form }) => {
  await consumeLimit(backend, codeLimit, resolveClientAddress(request, backend.env.trustedProxies))
  const code = form.get('code') ?? ''
  const renewal = await findRenewalByStopCode(backend.db, code)
  if (!renewal) return `${pagePath}?outcome=unknown`
  try {
    await stopRenewal(backend, renewal)
    return `${pagePath}?outcome=stopped`
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return `${pagePath}?outcome=failed&code=${encodeURIComponent(code)}`
  }
})

const pagePath = '/checkouts/auto-renewal/'
