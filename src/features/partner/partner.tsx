import dynamic from 'next/dynamic'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'

// Few customers are sent by a partner.
const PartnerNotice = dynamic(() =>
  import('@/features/partner/partner-notice').then(({ PartnerNotice }) => PartnerNotice),
)

/** Whose customer this is, or why the link of a partner did not make it theirs. */
export function Partner() {
  const { partnerFailure: failure } = usePage()
  const { partner } = useCheckout(optimisticState)
  return (failure || partner) && <PartnerNotice failure={failure} partner={partner} />
}
