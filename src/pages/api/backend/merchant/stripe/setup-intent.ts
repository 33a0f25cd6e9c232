import { createSetupIntent } from '@/contract/subscriptions'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { saveRenewalCard } from '@/server/payments/subscription'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(createSetupIntent, saveRenewalCard))
