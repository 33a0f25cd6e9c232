import dynamic from 'next/dynamic'
import { useIsHydrated } from '@/client/browser/use-is-hydrated'
import { useCheckoutState } from '@/client/checkout/checkout-provider'
import type { PanelProps } from '@/features/auto-renewal/panel'

// Lazy: customers without the offer do not load it.
const Panel = dynamic(() => import('@/features/auto-renewal/panel').then(({ Panel }) => Panel), {
  ssr: false,
})

/** Auto-renewal of a paid plan: the offer or its status; nothing if the shop does not offer it. */
export function AutoRenewal(props: PanelProps) {
  const { isSubscriptionEnabled } = useCheckoutState('isSubscriptionEnabled')
  // React may restart hydration after the file has loaded, which would not match.
  const isHydrated = useIsHydrated()
  return isSubscriptionEnabled && isHydrated && <Panel {...props} />
}
