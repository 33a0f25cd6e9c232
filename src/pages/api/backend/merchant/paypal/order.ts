import { createPaypalOrder } from '@/contract/merchant'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { startPaypalOrder } from '@/server/payments/paypal-order'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(createPaypalOrder, startPaypalOrder))
