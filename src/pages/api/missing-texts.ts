import { missingText } from '@/contract/operations'
import { takeMissingText } from '@/server/operations'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(missingText, takeMissingText))
