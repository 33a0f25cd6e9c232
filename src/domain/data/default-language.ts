/** Separate from the table of languages, which most pages do not need. */
export const defaultLanguage = 'en'
