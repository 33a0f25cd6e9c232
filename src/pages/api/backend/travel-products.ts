import { listTravelProducts } from '@/contract/travel'
import { on, serve } from '@/server/api/endpoint'
import { list } from '@/server/checkout/travel-cart-service'

export const config = { api: { bodyParser: false } }

export default serve(on(listTravelProducts, list))
