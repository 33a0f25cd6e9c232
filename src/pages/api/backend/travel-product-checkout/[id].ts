import { changeInTravelCart, removeFromTravelCart } from '@/contract/travel'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { changeCartRow, removeCartRow } from '@/server/checkout/travel-cart-service'

export const config = { api: { bodyParser: false } }

export default serve(
  defineEndpoint(changeInTravelCart, changeCartRow),
  defineEndpoint(removeFromTravelCart, removeCartRow),
)
