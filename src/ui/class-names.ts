/** Joins the class names that are set, so that a condition can stand in the list. */
export const classNames = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
