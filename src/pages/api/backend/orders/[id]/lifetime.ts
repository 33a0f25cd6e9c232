import { declineLifetime, payLifetime } from '@/contract/lifetime'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { chargeLifetimeOffer, declineLifetimeOffer } from '@/server/payments/lifetime'

export const config = { api: { bodyParser: false } }

export default serve(
  defineEndpoint(payLifetime, chargeLifetimeOffer),
  defineEndpoint(declineLifetime, declineLifetimeOffer),
)
