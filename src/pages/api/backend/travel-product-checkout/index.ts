import { addToTravelCart, listTravelCart } from '@/contract/travel'
import { on, serve } from '@/server/api/endpoint'
import { add, cart } from '@/server/checkout/travel-cart-service'

export const config = { api: { bodyParser: false } }

export default serve(on(listTravelCart, cart), on(addToTravelCart, add))
