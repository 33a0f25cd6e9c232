import type { Stripe } from '@stripe/stripe-js'
import { type ComponentType, useEffect, useState } from 'react'
import { usePage } from '@/client/checkout/checkout-provider'
import { openStripe } from '@/client/payments/load-stripe'
import type { WalletButtonsProps } from '@/features/payment/wallet-buttons'
import { Skeleton } from '@/ui/skeleton'

export type WalletMethodProps = Omit<WalletButtonsProps, 'stripe'> & {
  /** False until the device is known to have a wallet. */
  isAvailable: boolean
}

/** The wallet buttons once the provider has loaded, a skeleton until then. */
export function WalletMethod({ isAvailable, ...buttons }: WalletMethodProps) {
  const [page] = useState(usePage())
  const [provider, setProvider] = useState<Provider>()
  const { onAvailability } = buttons
  useEffect(() => {
    let isCurrent = true
    Promise.all([openStripe(page), import('@/features/payment/wallet-buttons')]).then(
      ([stripe, { WalletButtons }]) => isCurrent && setProvider({ stripe, Buttons: WalletButtons }),
      // The card form shows the failure and a retry; the wallet is just omitted.
      () => isCurrent && onAvailability(false),
    )
    return () => {
      isCurrent = false
    }
  }, [page, onAvailability])
  return (
    <div className="grid h-12 grid-cols-[minmax(0,1fr)] *:[grid-area:1/1]">
      {!isAvailable && <Skeleton className="h-12 w-full" />}
      {provider && (
        <div className={isAvailable ? undefined : 'invisible'}>
          <provider.Buttons {...buttons} stripe={provider.stripe} />
        </div>
      )}
    </div>
  )
}

interface Provider {
  stripe: Stripe
  Buttons: ComponentType<WalletButtonsProps>
}
