import { trackEvent } from '@/contract/customers'
import { on, serve } from '@/server/serve'
import { track } from '@/server/tracking'

export default serve(on(trackEvent, track))
