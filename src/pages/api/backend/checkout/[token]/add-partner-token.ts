import { addPartnerToken } from '@/contract/partners'
import { on, serve } from '@/server/api/endpoint'
import { addToken } from '@/server/partners/calls'

export const config = { api: { bodyParser: false } }

export default serve(on(addPartnerToken, addToken))
