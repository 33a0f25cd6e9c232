import { finishOrder } from '@/contract/orders'
import { on, serve } from '@/server/api/endpoint'
import { finish } from '@/server/payments/finish-order'

export const config = { api: { bodyParser: false } }

export default serve(on(finishOrder, finish))
