/** As React takes it; the browser's own names may be newer than the server's. */
export interface OptionsHtml {
  dangerouslySetInnerHTML: { __html: string }
  suppressHydrationWarning: true
}

const lists = new Map<string, string>()

/**
 * Options as one string: as 250 elements they would cost more than the rest of the page. `key` names
 * the list, which is made once; what is selected is marked in a copy.
 */
export function optionsHtml(
  key: string,
  make: () => string[],
  selected: readonly string[],
): OptionsHtml {
  const list = lists.get(key) ?? make().join('')
  lists.set(key, list)
  const marked = selected.reduce((html, value) => {
    const attribute = `value="${escaped(value)}"`
    return html.replace(attribute, `${attribute} selected`)
  }, list)
  return { dangerouslySetInnerHTML: { __html: marked }, suppressHydrationWarning: true }
}

/** One option; `lang` where its name is in another language than the page. */
export const option = (value: string, name: string, lang?: string): string =>
  `<option value="${escaped(value)}"${lang ? ` lang="${escaped(lang)}"` : ''}>${escaped(name)}</option>`

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
