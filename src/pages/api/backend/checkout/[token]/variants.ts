import { assignVariants } from '@/contract/experiments'
import { on, serve } from '@/server/api/endpoint'
import { assign } from '@/server/marketing/assign-variants'

export const config = { api: { bodyParser: false } }

export default serve(on(assignVariants, assign))
