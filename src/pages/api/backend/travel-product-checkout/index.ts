import { addToTravelCart, listTravelCart } from '@/contract/travel'
import { on, serve } from '@/server/serve'
import { add, cart } from '@/server/travel-cart'

export const config = { api: { bodyParser: false } }

export default serve(on(listTravelCart, cart), on(addToTravelCart, add))
