import { createSubscription } from '@/contract/subscriptions'
import { begin } from '@/server/payments/subscription'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(createSubscription, begin))
