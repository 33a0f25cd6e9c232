const listeners = new Set<() => void>()

/** Where the browser is, for `vi.mock('next/router')`. */
const router = {
  pathname: '',
  asPath: '/',
  query: {},
  events: {
    on: (_: string, listener: () => void) => void listeners.add(listener),
    off: (_: string, listener: () => void) => void listeners.delete(listener),
  },
  /** Goes to another page, as the customer does. */
  go: (pathname: string) => {
    router.pathname = pathname
    for (const listener of listeners) listener()
  },
}

export const useRouter = () => router

export default router
