import { useRouter } from 'next/router'
import { useEffect, useRef } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { type StepId, stepById } from '@/domain/checkout/steps'

/** An order that is paid, here or in another tab, is at its end whatever step is open; photos may still come. */
export function usePaidElsewhere(step: StepId): void {
  const router = useRouter()
  const latest = useRef(router)
  latest.current = router
  const isPaid = useCheckout(({ checkout }) => checkout.status === 'paid')
  const end = stepById('thank-you')
  useEffect(() => {
    if (isPaid && step !== end.id && step !== 'upload-photos')
      void latest.current.replace(end.route)
  }, [isPaid, step, end])
}
