import { listShippingMethods } from '@/contract/shipping'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { readShippingMethods } from '@/server/checkout/shipping-service'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(listShippingMethods, readShippingMethods))
