import { ready } from '@/contract/operations'
import { canServe } from '@/server/operations'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(ready, canServe))
