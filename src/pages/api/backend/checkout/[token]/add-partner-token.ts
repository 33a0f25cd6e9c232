import { addPartnerToken } from '@/contract/partners'
import { addToken } from '@/server/partners/calls'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(addPartnerToken, addToken))
