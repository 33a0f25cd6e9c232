import { addToTravelCart, listTravelCart } from '@/contract/travel'
import { notServed, serve } from '@/server/serve'

export default serve(notServed(listTravelCart), notServed(addToTravelCart))
