import { readPartnerToken } from '@/contract/partners'
import { on, serve } from '@/server/api/endpoint'
import { customerGet } from '@/server/partners/calls'

export const config = { api: { bodyParser: false } }

export default serve(on(readPartnerToken, customerGet))
