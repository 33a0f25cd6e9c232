import { listTravelProducts } from '@/contract/travel'
import { notServed, serve } from '@/server/serve'

export default serve(notServed(listTravelProducts))
