import { declineLifetime, payLifetime } from '@/contract/lifetime'
import { decline, payForLife } from '@/server/payments/lifetime'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(payLifetime, payForLife), on(declineLifetime, decline))
