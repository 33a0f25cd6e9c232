import { createCustomer } from '@/contract/customers'
import { create } from '@/server/customers'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(createCustomer, create))
