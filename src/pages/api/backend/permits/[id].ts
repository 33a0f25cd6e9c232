import { readPermit } from '@/contract/permits'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { readPermitDetails } from '@/server/catalog/permits'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(readPermit, readPermitDetails))
