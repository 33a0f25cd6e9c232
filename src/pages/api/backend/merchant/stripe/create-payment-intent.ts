import { createPaymentIntent } from '@/contract/merchant'
import { pay } from '@/server/payments/pay'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(createPaymentIntent, pay))
