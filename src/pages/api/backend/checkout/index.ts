import { createCheckout } from '@/contract/checkout'
import { keepToken } from '@/server/cookies'
import { create } from '@/server/new-checkout'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(createCheckout, create, ({ env }, { token }) => keepToken(env, token)))
