import { cancelSubscription } from '@/contract/subscriptions'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { stopRenewalByToken } from '@/server/payments/subscription'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(cancelSubscription, stopRenewalByToken))
