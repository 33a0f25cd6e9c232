import { serve } from '@/server/api/endpoint'

export const config = { api: { bodyParser: false } }

// Fallback for unknown API routes.
export default serve()
