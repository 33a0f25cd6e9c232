import { createSubscription } from '@/contract/subscriptions'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { startRenewal } from '@/server/payments/subscription'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(createSubscription, startRenewal))
