import { readRenewal } from '@/contract/subscriptions'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { loadRenewal } from '@/server/payments/read-subscription'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(readRenewal, loadRenewal))
