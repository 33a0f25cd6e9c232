import { trackEvent } from '@/contract/customers'
import { on, serve } from '@/server/serve'
import { track } from '@/server/tracking'

export const config = { api: { bodyParser: false } }

export default serve(on(trackEvent, track))
