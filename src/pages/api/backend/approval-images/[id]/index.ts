import { changeApprovalImage } from '@/contract/approval-images'
import { removeApprovalImage } from '@/contract/operations'
import { on, serve } from '@/server/api/endpoint'
import { change, remove } from '@/server/photos/photos'

// A form with files, not JSON: the use case reads it while it arrives.
export const config = { api: { bodyParser: false } }

export default serve(on(changeApprovalImage, change), on(removeApprovalImage, remove))
