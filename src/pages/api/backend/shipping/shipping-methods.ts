import { listShippingMethods } from '@/contract/shipping'
import { on, serve } from '@/server/serve'
import { methods } from '@/server/shipping'

export const config = { api: { bodyParser: false } }

export default serve(on(listShippingMethods, methods))
