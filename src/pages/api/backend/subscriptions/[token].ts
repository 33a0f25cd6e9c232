import { readRenewal } from '@/contract/subscriptions'
import { readOf } from '@/server/payments/subscription-told'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(readRenewal, readOf))
