import { readCheckout, saveCheckout } from '@/contract/checkout'
import { defineEndpoint, serve } from '@/server/api/endpoint'
import { getCheckout, saveCheckoutChange } from '@/server/checkout/checkout-service'
import { buildCurrencyCookie } from '@/server/checkout/currency'

export const config = { api: { bodyParser: false } }

export default serve(
  defineEndpoint(readCheckout, getCheckout),
  defineEndpoint(saveCheckout, saveCheckoutChange, buildCurrencyCookie),
)
