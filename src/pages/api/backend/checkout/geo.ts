import { readGeo } from '@/contract/place'
import { on, serve } from '@/server/api/endpoint'
import { geo } from '@/server/gateways/geo'

export const config = { api: { bodyParser: false } }

export default serve(on(readGeo, geo))
