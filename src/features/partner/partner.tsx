import dynamic from 'next/dynamic'
import { useCheckout, usePage } from '@/client/provider'
import { visibleState } from '@/client/store'

// Few customers are sent by a partner.
const PartnerTold = dynamic(() =>
  import('@/features/partner/partner-told').then(({ PartnerTold }) => PartnerTold),
)

/** Whose customer this is, or why the link of a partner did not make it theirs. */
export function Partner() {
  const { partnerFailure: failure } = usePage()
  const { partner } = useCheckout(visibleState)
  return (failure || partner) && <PartnerTold failure={failure} partner={partner} />
}
