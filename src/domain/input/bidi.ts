type Direction = 'ltr' | 'rtl'

/**
 * Words that run one way inside texts that run another: they are isolated, so that the numbers among them keep
 * their places.
 */
export const isolatedIn = (around: Direction, words: string, own: Direction): string =>
  own === around ? words : `\u2068${words}\u2069`
