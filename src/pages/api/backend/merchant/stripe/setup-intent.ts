import { createSetupIntent } from '@/contract/subscriptions'
import { keepCard } from '@/server/payments/subscription'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(createSetupIntent, keepCard))
