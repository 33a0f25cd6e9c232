import { createSubscription } from '@/contract/subscriptions'
import { on, serve } from '@/server/api/endpoint'
import { begin } from '@/server/payments/subscription'

export const config = { api: { bodyParser: false } }

export default serve(on(createSubscription, begin))
