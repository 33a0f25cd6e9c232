import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { usePermits } from '@/client/checkout/use-acknowledgements'
import { findForeignPermits } from '@/domain/destinations/permit-verdict'

/** Permit rules of the destinations where the customer needs a permit. */
export function useDestinationPermits() {
  return findForeignPermits(
    usePermits(),
    useCheckoutState('destinations', 'customer', 'userCountry'),
  )
}
