/** The delay doubles from the first to the maximum. */
const firstDelayMs = 1_000
const defaultMaxDelayMs = 30_000

/** Milliseconds to wait after this many failures: 1 s after the first, 2 s after the second. */
export const doublingDelayMs = (failureCount: number, maxMs = defaultMaxDelayMs): number =>
  Math.min(firstDelayMs * 2 ** (failureCount - 1), maxMs)
