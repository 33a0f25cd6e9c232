import { createCheckout } from '@/contract/checkout'
import { on, serve } from '@/server/api/endpoint'
import { keepToken } from '@/server/http/cookies'
import { create } from '@/server/links/create-checkout'

export const config = { api: { bodyParser: false } }

export default serve(on(createCheckout, create, ({ env }, { token }) => keepToken(env, token)))
