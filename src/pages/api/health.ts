import { health } from '@/contract/operations'
import { alive } from '@/server/operations'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(health, alive))
