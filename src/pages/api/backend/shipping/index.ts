import { createShipping } from '@/contract/shipping'
import { on, serve } from '@/server/serve'
import { create } from '@/server/shipping'

export const config = { api: { bodyParser: false } }

export default serve(on(createShipping, create))
