import { readPartnerToken } from '@/contract/partners'
import { notServed, serve } from '@/server/serve'

export default serve(notServed(readPartnerToken))
