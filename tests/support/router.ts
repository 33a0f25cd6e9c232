const listeners = new Set<() => void>()

/** Where the browser is: it takes the place of `next/router` in every test outside a browser. */
const router = {
  pathname: '',
  asPath: '/',
  query: {},
  events: {
    on: (_: string, listener: () => void) => void listeners.add(listener),
    off: (_: string, listener: () => void) => void listeners.delete(listener),
  },
  /** Goes to another page, as the product does. */
  push: async (_: string) => true,
  /** The same, without a way back. */
  replace: async (_: string) => true,
  prefetch: async (_: string) => undefined,
  /** Goes to another page, as the customer does. */
  go: (pathname: string) => {
    router.pathname = pathname
    for (const listener of listeners) listener()
  },
}

export const useRouter = () => router

export default router
