import { useRouter } from 'next/router'
import { useEffect, useRef } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { findStep, type StepId } from '@/domain/checkout/steps'

/** An order that is paid, here or in another tab, is at its end whatever step is open; photos may still come. */
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
