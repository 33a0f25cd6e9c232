import { changeOrder } from '@/contract/orders'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { correctEmail } from '@/server/payments/finish-order'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(changeOrder, correctEmail))
