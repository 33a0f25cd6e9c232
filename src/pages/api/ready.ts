import { ready } from '@/contract/operations'
import { on, serve } from '@/server/api/endpoint'
import { canServe } from '@/server/api/health'

export const config = { api: { bodyParser: false } }

export default serve(on(ready, canServe))
