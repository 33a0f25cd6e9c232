import { serve } from '@/server/serve'

// An address that is no call of ours.
export default serve()
