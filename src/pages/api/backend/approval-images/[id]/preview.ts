import { previewApprovalImage } from '@/contract/operations'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { readPhotoPreview } from '@/server/photos/photo-service'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(previewApprovalImage, readPhotoPreview))
