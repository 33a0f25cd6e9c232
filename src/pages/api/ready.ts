import { ready } from '@/contract/operations'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { checkReadiness } from '@/server/api/health'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(ready, checkReadiness))
