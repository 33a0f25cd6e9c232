import { createCustomer } from '@/contract/customers'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { createDriver } from '@/server/checkout/driver-service'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(createCustomer, createDriver))
