/** Tells the operator of a fault in the browser. Never what the customer typed, never the token. */
export function report(what: string, error?: unknown): void {
  const name = error instanceof Error ? `: ${error.name}` : ''
  // biome-ignore lint/suspicious/noConsole: the one place where faults are told
  console.error(`[checkout] ${what}${name}`)
}
