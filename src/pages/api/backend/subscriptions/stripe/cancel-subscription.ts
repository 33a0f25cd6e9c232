import { cancelSubscription } from '@/contract/subscriptions'
import { on, serve } from '@/server/api/endpoint'
import { stopOf } from '@/server/payments/subscription'

export const config = { api: { bodyParser: false } }

export default serve(on(cancelSubscription, stopOf))
