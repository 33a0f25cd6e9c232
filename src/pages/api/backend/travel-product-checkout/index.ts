import { addToTravelCart, listTravelCart } from '@/contract/travel'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { addCartItem, readTravelCart } from '@/server/checkout/travel-cart-service'

export const config = { api: { bodyParser: false } }

export default serve(
  defineEndpoint(listTravelCart, readTravelCart),
  defineEndpoint(addToTravelCart, addCartItem),
)
