import { changeShipping } from '@/contract/shipping'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { changeShippingAddress } from '@/server/checkout/shipping-service'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(changeShipping, changeShippingAddress))
