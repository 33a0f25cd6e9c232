import { createSetupIntent } from '@/contract/merchant'
import { notServed, serve } from '@/server/serve'

export default serve(notServed(createSetupIntent))
