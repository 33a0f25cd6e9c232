import { startTransition } from 'react'
import { hydrateRoot as hydrateWithoutPause, type Root } from 'react-dom/client'

/**
 * Replaces React's `hydrateRoot` in Next's start-up code. In a transition React hydrates in slices,
 * so the page answers input meanwhile. React ends a transition without pauses after 5 seconds, so
 * a busy browser delays hydration but never prevents it.
 */
export function hydrateRoot(...options: Parameters<typeof hydrateWithoutPause>): Root {
  let root: Root | undefined
  startTransition(() => {
    root = hydrateWithoutPause(...options)
  })
  return root as Root
}

// Next imports the default.
export default { hydrateRoot }
