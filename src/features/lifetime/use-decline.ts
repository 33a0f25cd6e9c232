import { useState } from 'react'
import { track } from '@/client/analytics/track'
import { ApiClientError } from '@/client/api/api-client'
import { useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'

export interface Decline {
  isBusy: boolean
  isDone: boolean
  /** `open`: a payment may still go through. */
  failure: 'open' | 'failed' | null
  decline: () => Promise<void>
}

/** Says no, for good: once it is kept, the offer is not made again. */
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
      // Not before it is pressed: most that is needed here is loaded with the offer's answer alone.
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
      // What is paid meanwhile is shown as that.
      if (code !== 'paid')
        setFailure(code === 'payment_in_progress' || code === 'needs_check' ? 'open' : 'failed')
    }
  }
  return { isBusy: phase === 'busy', isDone: phase === 'done', failure, decline }
}
