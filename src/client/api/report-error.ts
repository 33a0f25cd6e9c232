/** What was told, and the error it is about. */
export type EarlyError = [what: string, error?: unknown]

declare global {
  /** Only where faults are reported: a list at first, then whoever reports them. */
  var idaFaults: EarlyError[] | { push: (error: EarlyError) => void } | undefined
}

/** Tells the operator of a fault in the browser. Never what the customer typed, never the token. */
export function report(message: string, error?: unknown): void {
  const name = error instanceof Error ? `: ${error.name}` : ''
  // biome-ignore lint/suspicious/noConsole: the one place where faults are told
  console.error(`[checkout] ${message}${name}`)
  globalThis.idaFaults?.push([message, error])
}
