import { setCjCookie } from '@/contract/affiliates'
import { cjCookieOf, takeCjEvent } from '@/server/cj-cookie'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(setCjCookie, takeCjEvent, cjCookieOf))
