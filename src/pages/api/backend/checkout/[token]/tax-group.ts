import { readTaxGroup } from '@/contract/location'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { getTaxGroup } from '@/server/checkout/checkout-service'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(readTaxGroup, getTaxGroup))
