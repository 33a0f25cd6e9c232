import { addApprovalImage } from '@/contract/approval-images'
import { listApprovalImages } from '@/contract/operations'
import { on, serve } from '@/server/api/endpoint'
import { add, list } from '@/server/photos/photos'

// A form with files, not JSON: the use case reads it while it arrives.
export const config = { api: { bodyParser: false } }

export default serve(on(listApprovalImages, list), on(addApprovalImage, add))
