import { openPhotoLink } from '@/contract/operations'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { openHandoffLink, passCookie } from '@/server/photos/handoff-link'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(openPhotoLink, openHandoffLink, passCookie))
