import { finishOrder } from '@/contract/orders'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { finishPayment } from '@/server/payments/finish-order'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(finishOrder, finishPayment))
