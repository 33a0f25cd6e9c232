import { createPaymentIntent } from '@/contract/merchant'
import { on, serve } from '@/server/api/endpoint'
import { pay } from '@/server/payments/pay'

export const config = { api: { bodyParser: false } }

export default serve(on(createPaymentIntent, pay))
