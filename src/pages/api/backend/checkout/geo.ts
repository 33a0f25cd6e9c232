import { readGeo } from '@/contract/place'
import { geo } from '@/server/gateways/geo'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(readGeo, geo))
