import { assignVariants } from '@/contract/experiments'
import { assign } from '@/server/experiments'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(assignVariants, assign))
