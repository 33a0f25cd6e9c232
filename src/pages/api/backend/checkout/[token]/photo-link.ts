import { createPhotoLink } from '@/contract/operations'
import { createLink } from '@/server/photos/link'
import { on, serve } from '@/server/serve'

export default serve(on(createPhotoLink, createLink))
