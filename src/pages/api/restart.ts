import { restart } from '@/server/restart'

// A form, not JSON: the handler reads it.
export const config = { api: { bodyParser: false } }

export default restart
