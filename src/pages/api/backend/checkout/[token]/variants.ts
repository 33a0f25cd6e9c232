import { assignVariants } from '@/contract/experiments'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { storeVariants } from '@/server/marketing/assign-variants'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(assignVariants, storeVariants))
