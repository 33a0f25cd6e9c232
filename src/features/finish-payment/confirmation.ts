import { useRouter } from 'next/router'
import { useEffect, useRef, useState } from 'react'
import { useCheckoutStore, useSync } from '@/client/provider'
import { type MoneyIs, whereMoneyIs } from '@/client/where-money-is'
import { stepById } from '@/domain/steps'

/** Between two questions: soon at first, then calmly, a minute in all. */
const waitsMs = [1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 8_000, 8_000, 5_000]

interface Confirmation {
  /** `open`: the bank has not said anything for a minute. */
  phase: 'asking' | 'open' | 'not_charged'
  reason: string | null
  again: () => void
}

/** Asks where the money is until it is known, then goes on to the thank-you page. */
export function useConfirmation(): Confirmation {
  const store = useCheckoutStore()
  const sync = useSync()
  const router = useRouter()
  const latest = useRef(router)
  latest.current = router
  const [round, setRound] = useState(1)
  const [known, setKnown] = useState<Omit<Confirmation, 'again'>>({ phase: 'asking', reason: null })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    const ask = async (turn: number) => {
      const { outcome, reason } = await whereMoneyIs(store, sync).catch(unanswered)
      if (!isCurrent) return
      if (outcome === 'done') return void latest.current.replace(stepById('thank-you').route)
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
  }, [round, store, sync])

  return { ...known, again: () => setRound(round + 1) }
}

/** No answer says nothing about the money: it is asked for again. */
const unanswered = (): MoneyIs => ({ outcome: 'checking', reason: null })
