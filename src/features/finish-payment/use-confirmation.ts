import { useRouter } from 'next/router'
import { useEffect, useRef, useState } from 'react'
import { usePolling } from '@/client/browser/use-polling'
import { useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import { finishPayment, type OrderKind, type PaymentStatus } from '@/client/payments/finish-payment'
import { findStep } from '@/domain/checkout/steps'

/** Delays between polls: short at first, 60 s in total. */
const pollDelaysMs = [1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 8_000, 8_000, 5_000]

interface Confirmation {
  /** `open`: no result from the bank for a minute. `waiting`: the bank waits for the customer. */
  phase: 'asking' | 'waiting' | 'open' | 'not_charged'
  reason: string | null
  /** The customer returned from PayPal without paying. */
  isCancelled: boolean
  retry: () => void
}

/** Finishes the payment: asks until its outcome is known, then opens the thank-you page. */
export function useConfirmation(orderKind: OrderKind): Confirmation {
  const store = useCheckoutStore()
  const sync = useSync()
  const router = useRouter()
  const latest = useRef(router)
  latest.current = router
  // Only the first order can be paid with PayPal.
  const shouldCancel = orderKind === 'plan' && router.query.paypal === 'cancelled'
  const [round, setRound] = useState(1)
  const [confirmation, setConfirmation] = useState<Omit<Confirmation, 'retry' | 'isCancelled'>>({
    phase: 'asking',
    reason: null,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    const poll = async (pollIndex: number) => {
      const { outcome, reason } = await finishPayment(store, sync, {
        cancelAttempt: shouldCancel,
        orderKind,
      }).catch(assumeChecking)
      if (!isCurrent) return
      if (outcome === 'done') return void latest.current.replace(findStep('thank-you').route)
      if (outcome === 'waiting') return setConfirmation({ phase: 'waiting', reason: null })
      if (outcome !== 'checking') return setConfirmation({ phase: 'not_charged', reason })
      const delayMs = pollDelaysMs[pollIndex]
      if (delayMs === undefined) return setConfirmation({ phase: 'open', reason: null })
      timer = setTimeout(() => void poll(pollIndex + 1), delayMs)
    }
    setConfirmation({ phase: 'asking', reason: null })
    void poll(0)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [round, store, sync, orderKind])

  const retry = () => setRound(round => round + 1)
  // The challenge may be answered in another tab or on another device.
  usePolling(confirmation.phase === 'waiting' || confirmation.phase === 'open', async () => {
    const { outcome } = await finishPayment(store, sync, { orderKind }).catch(assumeChecking)
    if (outcome !== 'waiting' && outcome !== 'checking') retry()
  })
  return {
    ...confirmation,
    isCancelled: shouldCancel && confirmation.reason === null,
    retry,
  }
}

/** A failed request leaves the status unknown: poll again. */
const assumeChecking = (): PaymentStatus => ({ outcome: 'checking', reason: null })
