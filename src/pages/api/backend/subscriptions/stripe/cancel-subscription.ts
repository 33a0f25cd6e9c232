import { cancelSubscription } from '@/contract/subscriptions'
import { stopOf } from '@/server/payments/subscription'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(cancelSubscription, stopOf))
