import { readPartnerToken } from '@/contract/partners'
import { customerGet } from '@/server/partners/calls'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(readPartnerToken, customerGet))
