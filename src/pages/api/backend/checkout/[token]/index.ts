import { readCheckout, saveCheckout } from '@/contract/checkout'
import { on, serve } from '@/server/api/endpoint'
import { read, save } from '@/server/checkout/checkout-service'
import { currencyKept } from '@/server/checkout/currency'

export const config = { api: { bodyParser: false } }

export default serve(on(readCheckout, read), on(saveCheckout, save, currencyKept))
