import dynamic from 'next/dynamic'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'

// Few customers are sent by a partner.
const PartnerTold = dynamic(() =>
  import('@/features/partner/partner-notice').then(({ PartnerTold }) => PartnerTold),
)

/** Whose customer this is, or why the link of a partner did not make it theirs. */
export function Partner() {
  const { partnerFailure: failure } = usePage()
  const { partner } = useCheckout(visibleState)
  return (failure || partner) && <PartnerTold failure={failure} partner={partner} />
}
