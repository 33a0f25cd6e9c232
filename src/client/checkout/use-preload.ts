import Router from 'next/router'
import { useEffect, useEffectEvent } from 'react'
import { useCheckoutStore } from '@/client/checkout/checkout-provider'

/** A field was used in this tab: the customer will continue. */
let isInUse = false

/**
 * Calls `load` when the browser is idle, so that what Continue needs next is there before it is
 * pressed: on the first step once a field is used, on later ones at once. Never calls it on slow
 * or metered connections. `load` handles its failures.
 */
export function usePreload(load: () => unknown): void {
  const store = useCheckoutStore()
  const handleIdle = useEffectEvent(load)
  useEffect(() => {
    if (isDataScarce()) return undefined
    isInUse ||= store.getState().checkout.state.step > 1
    return onceInUse(() => whenIdle(() => handleIdle()))
  }, [store])
}

/** Preloads the code of a page; its data is fetched when it is opened. */
export const usePreloadPage = (route: string): void => usePreload(() => Router.prefetch(route))

/** Calls `start` once a field has the focus or a value; now if one had before. Returns the cleanup. */
function onceInUse(start: () => void): () => void {
  if (isInUse || isField(document.activeElement)) {
    isInUse = true
    start()
    return () => undefined
  }
  const controller = new AbortController()
  const handleUse = ({ target }: Event) => {
    if (!isField(target)) return
    isInUse = true
    controller.abort()
    start()
  }
  for (const name of ['focusin', 'input'])
    addEventListener(name, handleUse, { signal: controller.signal })
  return () => controller.abort()
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('main :is(input,select,textarea,button)')

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
