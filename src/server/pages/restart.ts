import { forgetToken, setCookie } from '@/server/http/cookies'
import { formRoute } from '@/server/pages/form-route'

/** Lets go of the token, and with it of the saved step; a new order begins at the entrance. */
export const restart = formRoute(async ({ env }, { response }) => {
  setCookie(response, forgetToken(env))
  return '/checkouts/'
})
