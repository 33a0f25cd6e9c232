import { openPhotoLink } from '@/contract/operations'
import { on, serve } from '@/server/api/endpoint'
import { openLink, passCookie } from '@/server/photos/handoff-link'

export const config = { api: { bodyParser: false } }

export default serve(on(openPhotoLink, openLink, passCookie))
