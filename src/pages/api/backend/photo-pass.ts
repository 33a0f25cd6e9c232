import { openPhotoLink } from '@/contract/operations'
import { openLink, passCookie } from '@/server/photos/link'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(openPhotoLink, openLink, passCookie))
