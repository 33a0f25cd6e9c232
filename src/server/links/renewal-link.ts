import type { IncomingMessage } from 'node:http'
import type { WireCheckout } from '@/contract/checkout'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { pickAnswers, type StateChange } from '@/domain/checkout/state-change'
import type { Backend } from '@/server/backend'
import { createHeaderReader, resolveClientAddress } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { createNewCheckout } from '@/server/links/create-checkout'

/**
 * The order in which the customer of a paid one renews: another, with what is known of the driver, the trip and
 * the address, to be looked over. Nothing of the old payment, coupon, plan or photos is in it (licences change),
 * and the old order stays as it is. Who has begun that order in this browser, which is `activeCheckout` there, goes on with it.
 */
export async function startRenewalCheckout(
  backend: Backend,
  req: IncomingMessage,
  { state }: WireCheckout,
  activeCheckout: WireCheckout | null,
): Promise<WireCheckout> {
  if (activeCheckout && isSameCustomer(activeCheckout.state, state)) return activeCheckout
  const requestContext = {
    header: createHeaderReader(req),
    address: resolveClientAddress(req, backend.env.trustedProxies),
  }
  const createRenewal = (change: StateChange) =>
    createNewCheckout(backend, { ...requestContext, body: { state: change as never } })
  return createRenewal(pickKnownAnswers(state)).catch(error => {
    // What was right then is not any more: it is asked again.
    if (error instanceof ApiError && error.code === 'unprocessable') return createRenewal({})
    throw error
  })
}

function pickKnownAnswers(state: CheckoutState): StateChange {
  const { customer, shipping, destinations, dialCode } = pickAnswers(state)
  return {
    // A box that somebody ticked for an order long ago is not ticked for them now.
    customer: { ...customer, email_consent: false },
    destinations,
    dialCode,
    // A partner's pickup point is no address of the customer's.
    ...(!state.shipping.pickup_point && { shipping }),
  }
}

const isSameCustomer = (first: CheckoutState, second: CheckoutState): boolean =>
  first.customer.email !== '' &&
  first.customer.email.toLowerCase() === second.customer.email.toLowerCase()
