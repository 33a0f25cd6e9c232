import { useRouter } from 'next/router'
import { useState } from 'react'
import { doublingDelayMs } from '@/client/browser/doubling-delay'
import { type PollingIntervals, usePolling } from '@/client/browser/use-polling'
import { useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import { finishPayment, type OrderKind, type PaymentStatus } from '@/client/payments/finish-payment'
import { findStep } from '@/domain/checkout/steps'

/** Delays before the polls of one minute: at once, then soon. */
const soonDelaysMs = [
  0,
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(count => doublingDelayMs(count, 8_000)),
  5_000,
]
const soonIntervals: PollingIntervals = pollCount => soonDelaysMs[pollCount]

const askingState: ConfirmationState = { phase: 'asking', reason: null }

interface ConfirmationState {
  /**
   * `open`: no result from the bank for a minute. `waiting`: the bank waits for the customer.
   * `done`: the thank-you page opens.
   */
  phase: 'asking' | 'waiting' | 'open' | 'not_charged' | 'done'
  reason: string | null
}

interface Confirmation extends ConfirmationState {
  /** The customer returned from PayPal without paying. */
  isCancelled: boolean
  retry: () => void
}

/** Finishes the payment: asks until its outcome is known, then opens the thank-you page. */
export function useConfirmation(orderKind: OrderKind): Confirmation {
  const store = useCheckoutStore()
  const sync = useSync()
  const router = useRouter()
  // Only the first order can be paid with PayPal.
  const shouldCancel = orderKind === 'plan' && router.query['paypal'] === 'cancelled'
  const [{ phase, reason }, setState] = useState<ConfirmationState>(askingState)
  const isAsking = phase === 'asking'
  // Also when it is `open`: the challenge may be answered in another tab or on another device.
  usePolling(
    isAsking || phase === 'waiting' || phase === 'open',
    async ({ pollCount, signal }) => {
      const { outcome, reason } = await finishPayment(store, sync, {
        cancelAttempt: isAsking && shouldCancel,
        orderKind,
      }).catch(assumeChecking)
      if (signal.aborted) return
      if (outcome === 'done') {
        setState({ phase: 'done', reason: null })
        await router.replace(findStep('thank-you').route)
      } else if (outcome === 'not_charged' || outcome === 'none')
        setState({ phase: 'not_charged', reason })
      else if (isAsking && outcome === 'waiting') setState({ phase: 'waiting', reason: null })
      else if (isAsking && pollCount === soonDelaysMs.length)
        setState({ phase: 'open', reason: null })
    },
    isAsking ? soonIntervals : undefined,
  )
  return {
    phase,
    reason,
    isCancelled: shouldCancel && reason === null,
    retry: () => setState(askingState),
  }
}

/** A failed request leaves the status unknown: poll again. */
const assumeChecking = (): PaymentStatus => ({ outcome: 'checking', reason: null })
