import { serve } from '@/server/api/endpoint'

export const config = { api: { bodyParser: false } }

// An address that is no call of ours.
export default serve()
