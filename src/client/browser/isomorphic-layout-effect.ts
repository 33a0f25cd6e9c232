import { useEffect, useLayoutEffect } from 'react'

/** `useLayoutEffect` in the browser; on the server `useEffect`, which does not run there. */
export const useIsomorphicLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect
