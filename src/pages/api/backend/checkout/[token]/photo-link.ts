import { createPhotoLink } from '@/contract/operations'
import { createLink } from '@/server/photos/link'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(createPhotoLink, createLink))
