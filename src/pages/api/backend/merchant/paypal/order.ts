import { createPaypalOrder } from '@/contract/merchant'
import { on, serve } from '@/server/api/endpoint'
import { orderWithPaypal } from '@/server/payments/paypal-order'

export const config = { api: { bodyParser: false } }

export default serve(on(createPaypalOrder, orderWithPaypal))
