import { submitPreferences } from '@/server/pages/preferences'

// A form, not JSON: the handler reads it.
export const config = { api: { bodyParser: false } }

export default submitPreferences
