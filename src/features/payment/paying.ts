import { useRouter } from 'next/router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCheckout, useCheckoutStore, useSync } from '@/client/provider'
import { ask, type Payer, pay, type Result, type Told } from '@/features/payment/pay'

export type Phase = 'idle' | 'paying' | 'checking' | 'leaving'

interface Paying {
  phase: Phase
  told: Told | null
  /** Pays once: undefined when a payment is under way already. */
  payOnce: (payer: Omit<Payer, 'store' | 'sync'>) => Promise<Result | undefined>
  /** Asks what became of the last payment. */
  check: () => Promise<unknown>
}

/** What goes on at the till: what the customer is told, and that nothing happens twice. */
export function usePaying(): Paying {
  const store = useCheckoutStore()
  const sync = useSync()
  const follow = useWayOn()
  const hasOpenOrder = useCheckout(({ checkout }) => checkout.order?.status === 'pending')
  // A payment may have been begun before this page was opened: that is found out before the next.
  const [phase, setPhase] = useState<Phase>(hasOpenOrder ? 'checking' : 'idle')
  const [told, setTold] = useState<Told | null>(null)
  const isBusy = useRef(false)

  const during = useCallback(
    async (name: Phase, work: () => Promise<Result>): Promise<Result | undefined> => {
      if (isBusy.current) return undefined
      isBusy.current = true
      setPhase(name)
      try {
        const result = await work()
        setTold('told' in result ? result.told : null)
        if ('go' in result) {
          setPhase('leaving')
          await follow(result.go)
        }
        return result
      } finally {
        isBusy.current = false
        setPhase('idle')
      }
    },
    [follow],
  )

  const check = useCallback(
    () => during('checking', () => ask({ store, sync })),
    [during, store, sync],
  )

  const [hadOpenOrder] = useState(hasOpenOrder)
  useEffect(() => {
    if (hadOpenOrder) void check()
  }, [hadOpenOrder, check])
  useChecksWhenOnline(told, check)
  useLeaveWarning(phase === 'paying')

  return {
    phase,
    told,
    payOnce: payer => during('paying', () => pay({ store, sync, ...payer })),
    check,
  }
}

/** Goes on without leaving the payment behind in the history; a payment made in another tab goes on too. */
function useWayOn() {
  const router = useRouter()
  const latest = useRef(router)
  latest.current = router
  return useCallback(async (to: string) => {
    await latest.current.replace(to)
  }, [])
}

/** What could not be found out offline is asked again as soon as there is a network. */
function useChecksWhenOnline(told: Told | null, check: () => Promise<unknown>): void {
  const isUnknown = told?.kind === 'unknown'
  useEffect(() => {
    if (!isUnknown) return
    const again = () => void check()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [isUnknown, check])
}

/** While money may be moving, the browser asks before the page is left. */
function useLeaveWarning(isPaying: boolean): void {
  useEffect(() => {
    if (!isPaying) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isPaying])
}
