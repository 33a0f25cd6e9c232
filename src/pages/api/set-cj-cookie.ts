import { setCjCookie } from '@/contract/affiliates'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { acceptCjEvent, buildCjCookie } from '@/server/marketing/cj-cookie'

export const config = { api: { bodyParser: false } }

export default serve(defineEndpoint(setCjCookie, acceptCjEvent, buildCjCookie))
