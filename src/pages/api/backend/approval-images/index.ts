import { addApprovalImage } from '@/contract/approval-images'
import { listApprovalImages } from '@/contract/operations'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { addPhoto, listPhotos } from '@/server/photos/photo-service'

// The body is multipart; the use case streams it.
export const config = { api: { bodyParser: false } }

export default serve(
  defineEndpoint(listApprovalImages, listPhotos),
  defineEndpoint(addApprovalImage, addPhoto),
)
