import { listTravelProducts } from '@/contract/travel'
import { on, serve } from '@/server/serve'
import { list } from '@/server/travel-cart'

export const config = { api: { bodyParser: false } }

export default serve(on(listTravelProducts, list))
