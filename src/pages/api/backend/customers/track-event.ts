import { trackEvent } from '@/contract/customers'
import { notServed, serve } from '@/server/serve'

export default serve(notServed(trackEvent))
