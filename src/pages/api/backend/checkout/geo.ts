import { readGeo } from '@/contract/location'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { locateCustomer } from '@/server/gateways/geo'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(readGeo, locateCustomer))
