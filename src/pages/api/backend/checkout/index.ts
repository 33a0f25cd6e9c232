import { createCheckout } from '@/contract/checkout'
import { create } from '@/server/checkouts'
import { keepToken } from '@/server/cookies'
import { on, serve } from '@/server/serve'

export default serve(on(createCheckout, create, ({ env }, { token }) => keepToken(env, token)))
