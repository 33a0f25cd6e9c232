import { changeApprovalImage } from '@/contract/approval-images'
import { removeApprovalImage } from '@/contract/operations'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { removePhoto, replacePhoto } from '@/server/photos/photo-service'

// The body is multipart; the use case streams it.
export const config = { api: { bodyParser: false } }

export default serve(
  defineEndpoint(changeApprovalImage, replacePhoto),
  defineEndpoint(removeApprovalImage, removePhoto),
)
