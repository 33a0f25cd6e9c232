const listeners = new Set<() => void>()

/** A fake router that replaces `next/router` in every test outside a browser. */
const router = {
  pathname: '',
  asPath: '/',
  query: {},
  events: {
    on: (_: string, listener: () => void) => void listeners.add(listener),
    off: (_: string, listener: () => void) => void listeners.delete(listener),
  },
  /** Navigation by the product. */
  push: async (_: string) => true,
  /** Navigation without a history entry. */
  replace: async (_: string) => true,
  prefetch: async (_: string) => undefined,
  /** Navigation by the customer. */
  go: (pathname: string) => {
    router.pathname = pathname
    for (const listener of listeners) listener()
  },
}

export const useRouter = () => router

export default router
