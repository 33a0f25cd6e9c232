import { useEffect, useRef } from 'react'

/** Half an hour in all: soon at first, then calmly. The bank's question is called off by then. */
const turns = 120
const waitMs = (turn: number): number => (turn < 12 ? 4_000 : 15_000)

/** Asks again and again while `isOn` and the page can be seen; a hidden page asks nothing until it is shown. */
export function useAskedAgain(isOn: boolean, ask: () => Promise<unknown>): void {
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => {
    if (!isOn) return undefined
    let turn = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      if (!document.hidden && turn < turns) timer = setTimeout(next, waitMs(turn))
    }
    let isOver = false
    const next = async () => {
      turn += 1
      await latest.current()
      if (!isOver) wait()
    }
    wait()
    document.addEventListener('visibilitychange', wait)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wait)
    }
  }, [isOn])
}
