import { listShippingMethods } from '@/contract/shipping'
import { on, serve } from '@/server/api/endpoint'
import { methods } from '@/server/checkout/shipping-service'

export const config = { api: { bodyParser: false } }

export default serve(on(listShippingMethods, methods))
