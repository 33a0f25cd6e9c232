import { finishOrder } from '@/contract/orders'
import { finish } from '@/server/orders'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(finishOrder, finish))
