import { useCheckout } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import { isInVariant } from '@/domain/analytics/experiments'

/** Whether the checkout is in the variant with the Payment Element instead of single fields. */
export const useIsPaymentElement = (): boolean =>
  useCheckout(state => isInVariant(optimisticState(state).variants, 'STRIPE_PAYMENT_ELEMENT'))
