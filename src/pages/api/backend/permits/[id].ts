import { readPermit } from '@/contract/permits'
import { readPermitDetails } from '@/server/permits/permits'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(readPermit, readPermitDetails))
