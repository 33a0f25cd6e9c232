import { addPartnerToken } from '@/contract/checkout'
import { notServed, serve } from '@/server/serve'

export default serve(notServed(addPartnerToken))
