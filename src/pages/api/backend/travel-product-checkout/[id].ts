import { changeInTravelCart, removeFromTravelCart } from '@/contract/travel'
import { notServed, serve } from '@/server/serve'

export default serve(notServed(changeInTravelCart), notServed(removeFromTravelCart))
