/** The message and the error. */
export type EarlyError = [what: string, error?: unknown]

declare global {
  /** Only if errors are reported: an array at first, then the reporter. */
  var idaFaults: EarlyError[] | { push: (error: EarlyError) => void } | undefined
}

/** Reports a browser error to the operator. Never pass typed values or the token. */
export function report(message: string, error?: unknown): void {
  const name = error instanceof Error ? `: ${error.name}` : ''
  // biome-ignore lint/suspicious/noConsole: the only place that reports errors
  console.error(`[checkout] ${message}${name}`)
  globalThis.idaFaults?.push([message, error])
}
