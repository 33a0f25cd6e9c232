// One pass over strings, templates and comments. Strings end with their line, so a quote inside a
// regular expression misleads for one line only.
const tokens =
  /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

/** The source without its comments. */
export function stripComments(source: string): string {
  return source.replace(tokens, (_, text?: string) => text ?? '')
}

/** The source without comments and with empty strings. */
export function stripStrings(source: string): string {
  return source.replace(tokens, (_, text?: string) => (text ? "''" : ''))
}

/** The contents of all strings and templates. */
export function listStrings(source: string): string[] {
  return [...source.matchAll(tokens)].flatMap(([, text]) => (text ? [text.slice(1, -1)] : []))
}

/** Every module specifier: static imports, re-exports and `import()`. */
export function listImports(source: string): string[] {
  const code = stripComments(source)
  const patterns = [
    /\b(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]/g,
    /\bimport\s*['"]([^'"]+)['"]/g,
    /\b(?:import|require)\s*\(\s*['"`]([^'"`]+)['"`]/g,
  ]
  return patterns.flatMap(pattern => [...code.matchAll(pattern)].map(([, path]) => path ?? ''))
}

/** Every comment of the source. */
export function listComments(source: string): string[] {
  return [...source.matchAll(tokens)].flatMap(([token, text]) => (text ? [] : [token]))
}
