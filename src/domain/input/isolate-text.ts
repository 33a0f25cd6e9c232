/** Wraps a text in first-strong isolates, so that its direction does not change its surroundings. */
export const isolateText = (text: string): string => `\u2068${text}\u2069`
