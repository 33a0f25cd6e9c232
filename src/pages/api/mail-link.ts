import { mailLink } from '@/server/mail-link'

// A form, not JSON: the handler reads it.
export const config = { api: { bodyParser: false } }

export default mailLink
