import { declineLifetime, payLifetime } from '@/contract/lifetime'
import { on, serve } from '@/server/api/endpoint'
import { decline, payForLife } from '@/server/payments/lifetime'

export const config = { api: { bodyParser: false } }

export default serve(on(payLifetime, payForLife), on(declineLifetime, decline))
