import { readPermit } from '@/contract/permits'
import { on, serve } from '@/server/api/endpoint'
import { readPermitDetails } from '@/server/catalog/permits'

export const config = { api: { bodyParser: false } }

export default serve(on(readPermit, readPermitDetails))
