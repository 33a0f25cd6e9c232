import { createPaypalOrder } from '@/contract/merchant'
import { orderWithPaypal } from '@/server/payments/paypal-order'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(createPaypalOrder, orderWithPaypal))
