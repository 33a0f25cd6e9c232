import { readCheckout, saveCheckout } from '@/contract/checkout'
import { read, save } from '@/server/checkouts'
import { currencyKept } from '@/server/currency'
import { on, serve } from '@/server/serve'

export const config = { api: { bodyParser: false } }

export default serve(on(readCheckout, read), on(saveCheckout, save, currencyKept))
