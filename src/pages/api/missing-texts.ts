import { missingText } from '@/contract/operations'
import { on, serve } from '@/server/api/endpoint'
import { takeMissingText } from '@/server/api/health'

export const config = { api: { bodyParser: false } }

export default serve(on(missingText, takeMissingText))
