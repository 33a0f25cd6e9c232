import { createSetupIntent } from '@/contract/subscriptions'
import { on, serve } from '@/server/api/endpoint'
import { keepCard } from '@/server/payments/subscription'

export const config = { api: { bodyParser: false } }

export default serve(on(createSetupIntent, keepCard))
