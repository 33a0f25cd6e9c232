import { readTaxGroup } from '@/contract/place'
import { taxGroup } from '@/server/checkouts'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(readTaxGroup, taxGroup))
