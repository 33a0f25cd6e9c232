import { missingText } from '@/contract/operations'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { reportMissingText } from '@/server/api/health'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(missingText, reportMissingText))
