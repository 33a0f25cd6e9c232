import { trackEvent } from '@/contract/customers'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { recordEvent } from '@/server/marketing/track-event'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(trackEvent, recordEvent))
