import { restart } from '@/server/pages/current-checkout'

// The body is a form, which the handler parses.
export const config = { api: { bodyParser: false } }

export default restart
