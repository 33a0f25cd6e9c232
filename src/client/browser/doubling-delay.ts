/** The first delay after a failure, in milliseconds; doubles up to the maximum. */
const firstDelayMs = 1_000
const longestDelayMs = 30_000

/** Milliseconds to wait after this many failures: 1 s after the first, 2 s after the second. */
export const doublingDelayMs = (failureCount: number, maxMs = longestDelayMs): number =>
  Math.min(firstDelayMs * 2 ** (failureCount - 1), maxMs)
