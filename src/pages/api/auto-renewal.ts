import { stopByMail } from '@/server/pages/stop-renewal'

// The body is a form, which the handler parses.
export const config = { api: { bodyParser: false } }

export default stopByMail
