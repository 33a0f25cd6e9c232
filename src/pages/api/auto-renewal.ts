import { stopByMail } from '@/server/pages/stop-renewal'

// A form, not JSON: the handler reads it.
export const config = { api: { bodyParser: false } }

export default stopByMail
