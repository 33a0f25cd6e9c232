import { listTravelProducts } from '@/contract/travel'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { listTravelItems } from '@/server/checkout/travel-cart-service'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(listTravelProducts, listTravelItems))
