/**
 * Adds a plus sign to a formatted price, after leading direction marks, so that it is next to the
 * number in every language.
 */
export const formatSurcharge = (price: string): string =>
  price.replace(/^[\u2066\u2067\u200e]*/, '$&+')
