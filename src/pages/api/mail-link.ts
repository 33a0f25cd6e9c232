import { mailLink } from '@/server/pages/mail-resume-link'

// The body is a form, which the handler parses.
export const config = { api: { bodyParser: false } }

export default mailLink
