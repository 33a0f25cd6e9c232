import { receivePaypal } from '@/server/payments/webhooks'

// The signature covers the raw bytes of the body.
export const config = { api: { bodyParser: false } }

export default receivePaypal
