import { useRouter } from 'next/router'
import { useEffect, useRef } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { findStep, type StepId } from '@/domain/checkout/steps'

/**
 * Redirects to the thank-you page once the order is paid, here or in another tab. The photo step
 * stays open.
 */
export function usePaidRedirect(step: StepId): void {
  const router = useRouter()
  const latestRouter = useRef(router)
  latestRouter.current = router
  const isPaid = useCheckout(({ checkout }) => checkout.status === 'paid')
  const thankYouStep = findStep('thank-you')
  useEffect(() => {
    if (isPaid && step !== thankYouStep.id && step !== 'upload-photos')
      void latestRouter.current.replace(thankYouStep.route)
  }, [isPaid, step, thankYouStep])
}
