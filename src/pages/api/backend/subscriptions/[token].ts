import { readRenewal } from '@/contract/subscriptions'
import { on, serve } from '@/server/api/endpoint'
import { readOf } from '@/server/payments/read-subscription'

export const config = { api: { bodyParser: false } }

export default serve(on(readRenewal, readOf))
