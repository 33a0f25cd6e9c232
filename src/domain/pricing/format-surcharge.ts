/** A written price that comes on top: its plus stands where a minus would, at the number, in every language. */
export const formatSurcharge = (price: string): string =>
  price.replace(/^[\u2066\u2067\u200e]*/, '$&+')
