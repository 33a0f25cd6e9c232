import { createPhotoLink } from '@/contract/operations'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { createHandoffLink } from '@/server/photos/handoff-link'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(createPhotoLink, createHandoffLink))
