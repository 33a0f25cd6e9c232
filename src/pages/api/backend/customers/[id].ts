import { changeCustomer } from '@/contract/customers'
import { on, serve } from '@/server/api/endpoint'
import { change } from '@/server/checkout/driver-service'

export const config = { api: { bodyParser: false } }

export default serve(on(changeCustomer, change))
