import dynamic from 'next/dynamic'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import type { PanelProps } from '@/features/auto-renewal/panel'

// Customers who are not offered it do not load it.
const Panel = dynamic(() => import('@/features/auto-renewal/panel').then(({ Panel }) => Panel), {
  ssr: false,
})

/** Auto-renewal of a paid plan: the offer, or how it stands; nothing where the shop does not make it. */
export function AutoRenewal(props: PanelProps) {
  const { isSubscriptionEnabled } = useCheckout(optimisticState)
  return isSubscriptionEnabled && <Panel {...props} />
}
