/** The version of the Unicode names of the committed tables; Node has its own, `versions.cldr`. */
export const cldrVersion = '48.0'

/** The names of these countries in a language, in its alphabetical order, from Node's ICU data. */
export function buildCountryNames(
  language: string,
  codes: readonly string[],
): Record<string, string> {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' })
  const { compare } = new Intl.Collator([language, 'en'])
  const rows = codes.map(code => [code, names.of(code) ?? code] as const)
  return Object.fromEntries(rows.sort(([, a], [, b]) => compare(a, b)))
}
