import { changeOrder } from '@/contract/orders'
import { on, serve } from '@/server/api/endpoint'
import { change } from '@/server/payments/finish-order'

export const config = { api: { bodyParser: false } }

export default serve(on(changeOrder, change))
