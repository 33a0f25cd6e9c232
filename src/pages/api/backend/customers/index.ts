import { createCustomer } from '@/contract/customers'
import { on, serve } from '@/server/api/endpoint'
import { create } from '@/server/checkout/driver-service'

export const config = { api: { bodyParser: false } }

export default serve(on(createCustomer, create))
