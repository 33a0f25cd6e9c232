import { addApprovalImage } from '@/contract/approval-images'
import { listApprovalImages } from '@/contract/operations'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { addPhoto, listPhotos } from '@/server/photos/photo-service'

// A form with files, not JSON: the use case reads it while it arrives.
export const config = { api: { bodyParser: false } }

export default serve(
  defineEndpoint(listApprovalImages, listPhotos),
  defineEndpoint(addApprovalImage, addPhoto),
)
