/**
 * The loggable part of an error: name, code, stack and a safe message. The messages of failed
 * queries and of the payment provider repeat customers' values, so they are omitted.
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

/** Failed queries have `params`, the provider's refusals have `raw`. */
const hasInput = (error: Error): boolean => 'params' in error || 'raw' in error

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code
