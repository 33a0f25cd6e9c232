declare global {
  interface Window {
    dataLayer?: Record<string, unknown>[]
  }
}

/** Lays an event down for the tag manager, which may come later or never. Tokens and emails never go in. */
export function track(event: string, details: Record<string, string>): void {
  window.dataLayer ??= []
  window.dataLayer.push({ event, ...details })
}
