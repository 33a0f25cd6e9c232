import { createShipping } from '@/contract/shipping'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { createShippingAddress } from '@/server/checkout/shipping-service'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(createShipping, createShippingAddress))
