import { createPhotoLink } from '@/contract/operations'
import { on, serve } from '@/server/api/endpoint'
import { createLink } from '@/server/photos/handoff-link'

export const config = { api: { bodyParser: false } }

export default serve(on(createPhotoLink, createLink))
