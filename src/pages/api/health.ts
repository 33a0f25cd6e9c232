import { health } from '@/contract/operations'
import { on, serve } from '@/server/api/endpoint'
import { alive } from '@/server/api/health'

export const config = { api: { bodyParser: false } }

export default serve(on(health, alive))
