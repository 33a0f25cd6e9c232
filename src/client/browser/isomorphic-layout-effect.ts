import { useEffect, useLayoutEffect } from 'react'

/** An effect before the browser paints; on the server, which paints nothing, none. */
export const useIsomorphicLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect
