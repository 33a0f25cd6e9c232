import type { WireCheckout } from '@/contract/checkout'

// Backend responses about orders and payments, for components over the fake API.

export const chargeCall = 'POST merchant/stripe/create-payment-intent/'
export const paypalOrderCall = 'POST merchant/paypal/order/'
/** The call that settles an order's payment. */
export const buildFinishCall = (id = 'o-1') => `POST orders/${id}/checkout/finish/`

/** An order of a checkout; its total is in major units. */
export const buildOrder = (
  id = 'o-1',
  status = 'pending',
  total = 113,
): NonNullable<WireCheckout['order']> => ({
  id,
  status,
  total,
  refunded: 0,
  currency: 'USD',
  paid_at: null,
  charged: null,
})
export const order = buildOrder()

/** The client secret of a bank challenge. */
export const clientSecret = 'pi_1_secret_2'

/** The response to a charge. */
export const buildChargeResponse = (status: string) => ({
  status,
  order: { id: 'o-1' },
  client_secret: status === 'requires_action' ? clientSecret : null,
})

/** The response of the finish call. */
export const buildOutcome = (outcome: string, reason: string | null = null) => ({
  id: 'o-1',
  outcome,
  reason,
  total: 113,
  currency: 'USD',
})

export const buildRefusal = (code: string, extra: object = {}) =>
  Response.json({ detail: code, code, ...extra }, { status: 409 })

/** A network failure. */
export const networkError = new TypeError('no network')
