import type { IncomingMessage } from 'node:http'
import type { WireCheckout } from '@/contract/checkout'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { answersOf, type StateChange } from '@/domain/checkout/state-change'
import type { Backend } from '@/server/backend'
import { addressOf, headerOf } from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'
import { begin } from '@/server/links/create-checkout'

/**
 * The order in which the customer of a paid one renews: another, with what is known of the driver, the trip and
 * the address, to be looked over. Nothing of the old payment, coupon, plan or photos is in it (licences change),
 * and the old order stays as it is. Who has begun that order in this browser, which is `underWay` there, goes on with it.
 */
export async function renewed(
  backend: Backend,
  req: IncomingMessage,
  { state }: WireCheckout,
  underWay: WireCheckout | null,
): Promise<WireCheckout> {
  if (underWay && isSameCustomer(underWay.state, state)) return underWay
  const asked = { header: headerOf(req), address: addressOf(req, backend.env.trustedProxies) }
  const again = (change: StateChange) =>
    begin(backend, { ...asked, body: { state: change as never } })
  return again(knownOf(state)).catch(error => {
    // What was right then is not any more: it is asked again.
    if (error instanceof Failure && error.code === 'unprocessable') return again({})
    throw error
  })
}

function knownOf(state: CheckoutState): StateChange {
  const { customer, shipping, destinations, dialCode } = answersOf(state)
  return {
    // A box that somebody ticked for an order long ago is not ticked for them now.
    customer: { ...customer, email_consent: false },
    destinations,
    dialCode,
    // A partner's pickup point is no address of the customer's.
    ...(!state.shipping.pickup_point && { shipping }),
  }
}

const isSameCustomer = (one: CheckoutState, other: CheckoutState): boolean =>
  one.customer.email !== '' &&
  one.customer.email.toLowerCase() === other.customer.email.toLowerCase()
