import { submitPreferences } from '@/server/pages/preferences'

// The body is a form, which the handler parses.
export const config = { api: { bodyParser: false } }

export default submitPreferences
