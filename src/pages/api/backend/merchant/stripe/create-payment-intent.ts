import { createPaymentIntent } from '@/contract/merchant'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { payCheckout } from '@/server/payments/charge'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(createPaymentIntent, payCheckout))
