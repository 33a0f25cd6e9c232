import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => undefined

/** False on the server and during hydration: data that only this browser has is rendered later. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
