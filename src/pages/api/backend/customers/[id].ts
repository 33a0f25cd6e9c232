import { changeCustomer } from '@/contract/customers'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { changeDriver } from '@/server/checkout/driver-service'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(changeCustomer, changeDriver))
