import { previewApprovalImage } from '@/contract/operations'
import { preview } from '@/server/photos/photos'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(previewApprovalImage, preview))
