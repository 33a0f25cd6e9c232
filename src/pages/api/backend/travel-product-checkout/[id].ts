import { changeInTravelCart, removeFromTravelCart } from '@/contract/travel'
import { on, serve } from '@/server/serve'
import { change, remove } from '@/server/travel-cart'

export const config = { api: { bodyParser: false } }

export default serve(on(changeInTravelCart, change), on(removeFromTravelCart, remove))
