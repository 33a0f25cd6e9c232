import { changeOrder } from '@/contract/orders'
import { change } from '@/server/orders'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(changeOrder, change))
