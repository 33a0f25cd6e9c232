import { setCjCookie } from '@/contract/affiliates'
import { on, serve } from '@/server/api/endpoint'
import { cjCookieOf, takeCjEvent } from '@/server/marketing/cj-cookie'

export const config = { api: { bodyParser: false } }

export default serve(on(setCjCookie, takeCjEvent, cjCookieOf))
