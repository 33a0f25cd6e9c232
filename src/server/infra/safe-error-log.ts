/**
 * What the log may know of a fault: its kind, its code and where it happened. A failed query repeats its
 * parameters in its message, and the payment provider what it was sent: what customers have typed. Those
 * messages are left out.
 */
export function toSafeLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  const frames = error.stack?.split('\n').filter(line => /^\s+at /.test(line))
  return {
    name: error.name,
    code: codeOf(error) ?? codeOf(error.cause),
    ...(!hasInput(error) && { message: error.message }),
    at: frames?.map(frame => frame.trim()),
  }
}

/** Failed queries carry their `params`, the provider's refusals their `raw` answer. */
const hasInput = (error: Error): boolean => 'params' in error || 'raw' in error

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code
