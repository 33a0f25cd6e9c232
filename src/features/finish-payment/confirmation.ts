import { useRouter } from 'next/router'
import { useEffect, useRef, useState } from 'react'
import { useAskedAgain } from '@/client/browser/use-polling'
import { useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import { type MoneyIs, type PaidFor, whereMoneyIs } from '@/client/payments/payment-status'
import { stepById } from '@/domain/checkout/steps'

/** Between two questions: soon at first, then calmly, a minute in all. */
const waitsMs = [1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 8_000, 8_000, 5_000]

interface Confirmation {
  /** `open`: the bank has not said anything for a minute. `waiting`: it waits for the customer's answer. */
  phase: 'asking' | 'waiting' | 'open' | 'not_charged'
  reason: string | null
  /** The customer came back from PayPal without paying. */
  isCancelled: boolean
  again: () => void
}

/** Asks where the money is until it is known, then goes on to the thank-you page. */
export function useConfirmation(of: PaidFor): Confirmation {
  const store = useCheckoutStore()
  const sync = useSync()
  const router = useRouter()
  const latest = useRef(router)
  latest.current = router
  // Only the first order is ever paid with PayPal.
  const callOff = of === 'plan' && router.query.paypal === 'cancelled'
  const [round, setRound] = useState(1)
  const [known, setKnown] = useState<Omit<Confirmation, 'again' | 'isCancelled'>>({
    phase: 'asking',
    reason: null,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    const ask = async (turn: number) => {
      const { outcome, reason } = await whereMoneyIs(store, sync, { callOff, of }).catch(unanswered)
      if (!isCurrent) return
      if (outcome === 'done') return void latest.current.replace(stepById('thank-you').route)
      if (outcome === 'waiting') return setKnown({ phase: 'waiting', reason: null })
      if (outcome !== 'checking') return setKnown({ phase: 'not_charged', reason })
      const wait = waitsMs[turn]
      if (wait === undefined) return setKnown({ phase: 'open', reason: null })
      timer = setTimeout(() => void ask(turn + 1), wait)
    }
    setKnown({ phase: 'asking', reason: null })
    void ask(0)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [round, store, sync, of])

  const again = () => setRound(round => round + 1)
  // The question may be answered in another tab, or on another device.
  useAskedAgain(known.phase === 'waiting' || known.phase === 'open', async () => {
    const { outcome } = await whereMoneyIs(store, sync, { of }).catch(unanswered)
    if (outcome !== 'waiting' && outcome !== 'checking') again()
  })
  return { ...known, isCancelled: callOff && known.reason === null, again }
}

/** No answer says nothing about the money: it is asked for again. */
const unanswered = (): MoneyIs => ({ outcome: 'checking', reason: null })
