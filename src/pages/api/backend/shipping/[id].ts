import { changeShipping } from '@/contract/shipping'
import { on, serve } from '@/server/serve'
import { change } from '@/server/shipping'

export const config = { api: { bodyParser: false } }

export default serve(on(changeShipping, change))
