import { mailLink } from '@/server/pages/mail-resume-link'

// A form, not JSON: the handler reads it.
export const config = { api: { bodyParser: false } }

export default mailLink
