import type { Stripe } from '@stripe/stripe-js'
import { type ComponentType, useEffect, useState } from 'react'
import { usePage } from '@/client/checkout/checkout-provider'
import { openStripe } from '@/client/payments/load-stripe'
import type { WalletButtonsProps } from '@/features/payment/wallet-buttons'
import { Skeleton } from '@/ui/skeleton'

export type WalletWayProps = Omit<WalletButtonsProps, 'stripe'> & {
  /** Whether the wallets have come. */
  isThere: boolean
}

/** The wallets as soon as the provider says which; until then their place. */
export function WalletWay({ isThere, ...buttons }: WalletWayProps) {
  const [page] = useState(usePage())
  const [provider, setProvider] = useState<Provider>()
  const { onKnown } = buttons
  useEffect(() => {
    let isCurrent = true
    Promise.all([openStripe(page), import('@/features/payment/wallet-buttons')]).then(
      ([stripe, { WalletButtons }]) => isCurrent && setProvider({ stripe, Buttons: WalletButtons }),
      // The card form says so, and has a way on: here there is just no wallet.
      () => isCurrent && onKnown(false),
    )
    return () => {
      isCurrent = false
    }
  }, [page, onKnown])
  return (
    <div className="grid h-12 grid-cols-[minmax(0,1fr)] *:[grid-area:1/1]">
      {!isThere && <Skeleton className="h-12 w-full" />}
      {provider && (
        <div className={isThere ? undefined : 'invisible'}>
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
