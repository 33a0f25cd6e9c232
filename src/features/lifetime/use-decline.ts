import { useState } from 'react'
import { track } from '@/client/analytics/track'
import { ApiClientError } from '@/client/api/api-client'
import { useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'

export interface Decline {
  isBusy: boolean
  isDone: boolean
  /** `open`: a payment may still succeed. */
  failure: 'open' | 'failed' | null
  decline: () => Promise<void>
}

/** Declines for good: once stored, the offer is not made again. */
export function useDecline(): Decline {
  const store = useCheckoutStore()
  const sync = useSync()
  const [phase, setPhase] = useState<'idle' | 'busy' | 'done'>('idle')
  const [failure, setFailure] = useState<Decline['failure']>(null)

  const decline = async () => {
    if (phase !== 'idle') return
    setPhase('busy')
    setFailure(null)
    const { token, order } = store.getState().checkout
    try {
      // Lazy: only needed to answer the offer.
      const { declineLifetime } = await import('@/contract/lifetime')
      const params = { id: order?.id ?? '' }
      await sync.run(declineLifetime, { params, body: { token, accepted: false } })
      track('lifetime declined', {})
      setPhase('done')
      await sync.refresh()
    } catch (error) {
      setPhase('idle')
      const code = error instanceof ApiClientError ? error.code : undefined
      if (code === 'not_offered') return sync.refresh()
      // Paid in the meantime: the page shows the paid order.
      if (code !== 'paid')
        setFailure(code === 'payment_in_progress' || code === 'needs_check' ? 'open' : 'failed')
    }
  }
  return { isBusy: phase === 'busy', isDone: phase === 'done', failure, decline }
}
