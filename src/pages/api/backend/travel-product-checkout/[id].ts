import { changeInTravelCart, removeFromTravelCart } from '@/contract/travel'
import { on, serve } from '@/server/api/endpoint'
import { change, remove } from '@/server/checkout/travel-cart-service'

export const config = { api: { bodyParser: false } }

export default serve(on(changeInTravelCart, change), on(removeFromTravelCart, remove))
