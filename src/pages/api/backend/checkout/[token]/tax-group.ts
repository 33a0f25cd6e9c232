import { readTaxGroup } from '@/contract/place'
import { on, serve } from '@/server/api/endpoint'
import { taxGroup } from '@/server/checkout/checkout-service'

export const config = { api: { bodyParser: false } }

export default serve(on(readTaxGroup, taxGroup))
