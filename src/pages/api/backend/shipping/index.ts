import { createShipping } from '@/contract/shipping'
import { on, serve } from '@/server/api/endpoint'
import { create } from '@/server/checkout/shipping-service'

export const config = { api: { bodyParser: false } }

export default serve(on(createShipping, create))
