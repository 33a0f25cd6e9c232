import { finishOrder } from '@/contract/orders'
import { finish } from '@/server/orders'
import { on, serve } from '@/server/serve'

export default serve(on(finishOrder, finish))
