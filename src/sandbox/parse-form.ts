/** A value of a form-encoded body: text, or nested values for bracketed names. */
export type FormValue = string | FormHash
export interface FormHash {
  [name: string]: FormValue
}

const MAX_DEPTH = 6

/**
 * Reads `a=1&b[c]=2&d[]=3&e[0][f]=4` into nested hashes; lists become hashes with the keys 0, 1, 2
 * … The hashes have no prototype, so that names cannot reach inherited properties.
 */
export function parseForm(text: string): FormHash {
  const form = emptyHash()
  for (const [name, value] of new URLSearchParams(text)) setAtPath(form, parsePath(name), value)
  return form
}

function emptyHash(): FormHash {
  return Object.create(null) as FormHash
}

function parsePath(name: string): string[] {
  const head = name.split('[', 1)[0] ?? ''
  const keys = [...name.slice(head.length).matchAll(/\[([^[\]]*)\]/g)].map(match => match[1] ?? '')
  return [head, ...keys].slice(0, MAX_DEPTH)
}

function setAtPath(form: FormHash, path: string[], value: string): void {
  let hash = form
  for (const [depth, part] of path.entries()) {
    const key = part === '' && depth > 0 ? String(Object.keys(hash).length) : part
    if (depth === path.length - 1) {
      hash[key] = value
      return
    }
    const next = hash[key]
    const child = typeof next === 'object' ? next : emptyHash()
    hash[key] = child
    hash = child
  }
}
