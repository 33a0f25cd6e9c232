type Direction = 'ltr' | 'rtl'

/**
 * Words that run one way inside texts that run another: they are isolated, so that the numbers among them keep
 * their places.
 */
export const isolateText = (
  outerDirection: Direction,
  text: string,
  direction: Direction,
): string => (direction === outerDirection ? text : `\u2068${text}\u2069`)
