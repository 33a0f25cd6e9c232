import dynamic from 'next/dynamic'
import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'

// Lazy: few customers come from a partner.
const PartnerNotice = dynamic(() =>
  import('@/features/partner/partner-notice').then(({ PartnerNotice }) => PartnerNotice),
)

/** The order's partner, or why a partner's link failed. */
export function Partner() {
  const { partnerFailure: failure } = usePage()
  const { partner } = useCheckoutState('partner')
  return (failure || partner) && <PartnerNotice failure={failure} partner={partner} />
}
