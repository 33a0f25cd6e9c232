import { addPartnerToken } from '@/contract/partners'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { addPartnerTokenToCheckout } from '@/server/partners/partner-token-service'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(addPartnerToken, addPartnerTokenToCheckout))
