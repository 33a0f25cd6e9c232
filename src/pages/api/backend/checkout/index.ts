import { createCheckout } from '@/contract/checkout'
import { create } from '@/server/checkouts'
import { on, serve } from '@/server/serve'

export default serve(on(createCheckout, create))
