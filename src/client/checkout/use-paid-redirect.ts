import { useRouter } from 'next/router'
import { useEffect, useEffectEvent } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { findStep, type StepId } from '@/domain/checkout/steps'

/**
 * Redirects to the thank-you page once the order is paid, here or in another tab. The photo step
 * stays open until the whole order is refunded.
 */
export function usePaidRedirect(step: StepId): void {
  const router = useRouter()
  const isPaid = useCheckout(({ checkout }) => checkout.status === 'paid')
  const isRefunded = useCheckout(({ checkout }) => checkout.order?.status === 'refunded')
  const thankYouStep = findStep('thank-you')
  const redirect = useEffectEvent(() => void router.replace(thankYouStep.route))
  useEffect(() => {
    const staysOpen = step === thankYouStep.id || (step === 'upload-photos' && !isRefunded)
    if (isPaid && !staysOpen) redirect()
  }, [isPaid, isRefunded, step, thankYouStep])
}
