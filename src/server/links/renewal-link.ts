import type { IncomingMessage } from 'node:http'
import type { WireCheckout } from '@/contract/checkout'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { pickAnswers, type StateChange } from '@/domain/checkout/state-change'
import type { Backend } from '@/server/backend'
import { createHeaderReader, resolveClientAddress } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { createNewCheckout } from '@/server/links/create-checkout'

/**
 * A new checkout for the customer of a paid order, with the driver, the destinations and the
 * address prefilled. Payment, coupon, plan and photos are not copied (licences change), and the
 * paid order stays unchanged. If `activeCheckout`, the browser's checkout in progress, has the same
 * email, it is returned instead.
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
  const createRenewal = (change: KnownAnswers) =>
    createNewCheckout(backend, { ...requestContext, body: { state: change } })
  return createRenewal(pickKnownAnswers(state)).catch(error => {
    // The old answers are no longer valid: the customer enters them again.
    if (error instanceof ApiError && error.code === 'unprocessable') return createRenewal({})
    throw error
  })
}

type KnownAnswers = Pick<StateChange, 'customer' | 'destinations' | 'dialCode' | 'shipping'>

function pickKnownAnswers(state: CheckoutState): KnownAnswers {
  const { customer, shipping, destinations, dialCode } = pickAnswers(state)
  return {
    // Consent of an earlier order does not count for this one.
    customer: { ...customer, email_consent: false },
    destinations,
    dialCode,
    // A partner's pickup point is not the customer's address.
    ...(!state.shipping.pickup_point && { shipping }),
  }
}

const isSameCustomer = (first: CheckoutState, second: CheckoutState): boolean =>
  first.customer.email !== '' &&
  first.customer.email.toLowerCase() === second.customer.email.toLowerCase()
