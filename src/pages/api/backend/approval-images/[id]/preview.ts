import { previewApprovalImage } from '@/contract/operations'
import { on, serve } from '@/server/api/endpoint'
import { preview } from '@/server/photos/photos'

export const config = { api: { bodyParser: false } }

export default serve(on(previewApprovalImage, preview))
