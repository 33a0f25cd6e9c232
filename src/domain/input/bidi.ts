type Direction = 'ltr' | 'rtl'

/** Isolates a text of the other direction, so that its numbers stay in place. */
export const isolateText = (
  outerDirection: Direction,
  text: string,
  direction: Direction,
): string => (direction === outerDirection ? text : `\u2068${text}\u2069`)
