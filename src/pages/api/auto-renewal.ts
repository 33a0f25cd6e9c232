import { stopByMail } from '@/server/payments/subscription-mail-link'

// A form, not JSON: the handler reads it.
export const config = { api: { bodyParser: false } }

export default stopByMail
