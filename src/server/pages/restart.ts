import { buildExpiredTokenCookie, setCookie } from '@/server/http/cookies'
import { createFormRoute } from '@/server/pages/form-route'

/** Deletes the token's cookie, and with it the saved step; the entry page starts a new order. */
export const restart = createFormRoute(async ({ env }, { response }) => {
  setCookie(response, buildExpiredTokenCookie(env))
  return '/checkouts/'
})
