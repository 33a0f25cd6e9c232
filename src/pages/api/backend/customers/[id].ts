import { changeCustomer } from '@/contract/customers'
import { change } from '@/server/customers'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(changeCustomer, change))
