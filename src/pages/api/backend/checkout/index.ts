import { createCheckout } from '@/contract/checkout'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { buildTokenCookie } from '@/server/http/cookies'
import { startOrResumeCheckout } from '@/server/links/create-checkout'

export const config = { api: { bodyParser: false } }

export default serve(
  defineEndpoint(createCheckout, startOrResumeCheckout, ({ env }, { token }) =>
    buildTokenCookie(env, token),
  ),
)
