/** A value that is read again before it is too old. */
export interface FreshValue<T> {
  /** The value; waits only for the first read, or if the last one is too old. */
  get: () => Promise<T>
  /** Makes the next `get` read it. */
  invalidate: () => void
}

/**
 * Remembers a value for at most `maxAgeMs`. After half of that the next `get` reads it in the
 * background; if that fails, the old value is returned until its end.
 */
export function createFreshValue<T>(read: () => Promise<T>, maxAgeMs: number): FreshValue<T> {
  let current: { value: Promise<T>; readAt: number } | undefined
  let isRefreshing = false

  const start = () => ({ value: read(), readAt: performance.now() })

  const refresh = async () => {
    const previous = current
    isRefreshing = true
    const next = start()
    try {
      await next.value
      // An invalidated value must not come back.
      if (current === previous) current = next
    } catch {
      // The old value is still good.
    } finally {
      isRefreshing = false
    }
  }

  const replace = () => {
    const next = start()
    current = next
    next.value.catch(() => {
      if (current === next) current = undefined
    })
    return next
  }

  return {
    invalidate: () => {
      current = undefined
    },
    get: () => {
      const ageMs = current ? performance.now() - current.readAt : maxAgeMs
      if (!current || ageMs >= maxAgeMs) return replace().value
      if (ageMs >= maxAgeMs / 2 && !isRefreshing) void refresh()
      return current.value
    },
  }
}
