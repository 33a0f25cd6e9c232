import { health } from '@/contract/operations'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { checkLiveness } from '@/server/api/health'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(health, checkLiveness))
