import Router from 'next/router'
import { useEffect, useEffectEvent } from 'react'
import { useCheckoutStore } from '@/client/checkout/checkout-provider'

/**
 * Calls `load` when the browser is idle, so that what Continue needs is there before it is pressed:
 * on the first step once a field was used, for customers beyond it at once. Never calls it on slow
 * or metered connections. A failure is ignored: what is missing is loaded again when it is used.
 */
export function usePreload(load: () => unknown): void {
  const store = useCheckoutStore()
  const handleIdle = useEffectEvent(load)
  useEffect(() => {
    if (isDataScarce()) return undefined
    const preload = () => whenIdle(() => Promise.resolve(handleIdle()).catch(() => undefined))
    if (store.getState().checkout.state.step > 1) return void preload()
    return onceFieldIsUsed(preload)
  }, [store])
}

/** Preloads the code of a page; its data is fetched when it is opened. */
export const usePreloadPage = (route: string): void => usePreload(() => Router.prefetch(route))

/** Calls `start` once a field gets the focus or a value, or now if one has it. Returns the cleanup. */
function onceFieldIsUsed(start: () => void): () => void {
  const controller = new AbortController()
  const handleUse = ({ target }: { target: EventTarget | null }) => {
    if (!(target instanceof Element) || !target.matches('main :is(input,select,textarea,button)'))
      return
    controller.abort()
    start()
  }
  for (const name of ['focusin', 'input'])
    addEventListener(name, handleUse, { signal: controller.signal })
  handleUse({ target: document.activeElement })
  return () => controller.abort()
}

/** Safari has no idle callback. */
const whenIdle = (callback: () => void): unknown =>
  'requestIdleCallback' in window ? requestIdleCallback(callback) : setTimeout(callback)

/** The customer saves data, or the network is too slow for more than the page itself. */
function isDataScarce(): boolean {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}
