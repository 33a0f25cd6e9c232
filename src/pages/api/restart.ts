import { restart } from '@/server/pages/restart'

// A form, not JSON: the handler reads it.
export const config = { api: { bodyParser: false } }

export default restart
