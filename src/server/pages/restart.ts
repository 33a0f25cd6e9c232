import { buildExpiredTokenCookie, setCookie } from '@/server/http/cookies'
import { createFormRoute } from '@/server/pages/form-route'

/** Lets go of the token, and with it of the saved step; a new order begins at the entrance. */
export const restart = createFormRoute(async ({ env }, { response }) => {
  setCookie(response, buildExpiredTokenCookie(env))
  return '/checkouts/'
})
