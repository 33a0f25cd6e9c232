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
  return renderWithoutPause(root as Root)
}

/**
 * Next renders a following page in a transition, but the customer waits for it: without slices it
 * appears up to 100 ms earlier on a weak phone.
 */
function renderWithoutPause(root: Root): Root {
  const render = root.render.bind(root)
  // A microtask runs after Next's `startTransition`.
  root.render = page => queueMicrotask(() => render(page))
  return root
}

// Next imports the default.
export default { hydrateRoot }
