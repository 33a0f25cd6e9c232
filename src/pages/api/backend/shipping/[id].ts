import { changeShipping } from '@/contract/shipping'
import { on, serve } from '@/server/api/endpoint'
import { change } from '@/server/checkout/shipping-service'

export const config = { api: { bodyParser: false } }

export default serve(on(changeShipping, change))
