import { trackEvent } from '@/contract/customers'
import { on, serve } from '@/server/api/endpoint'
import { track } from '@/server/marketing/track-event'

export const config = { api: { bodyParser: false } }

export default serve(on(trackEvent, track))
