/**
 * Props for a select. Suppresses the hydration warning: the browser's country names may be newer
 * than the server's.
 */
export interface OptionsHtml {
  dangerouslySetInnerHTML: { __html: string }
  suppressHydrationWarning: true
}

const markupByKey = new Map<string, string>()

/**
 * Options as one HTML string: 250 elements would cost more than the rest of the page. `key`
 * identifies the list, which is built once; the selection is marked in a copy.
 */
export function renderOptions(
  key: string,
  build: () => string[],
  selected: readonly string[],
): OptionsHtml {
  const markup = markupByKey.get(key) ?? build().join('')
  markupByKey.set(key, markup)
  const selectedMarkup = selected.reduce((html, value) => {
    const attribute = `value="${escapeHtml(value)}"`
    return html.replace(attribute, `${attribute} selected`)
  }, markup)
  return { dangerouslySetInnerHTML: { __html: selectedMarkup }, suppressHydrationWarning: true }
}

/** One option; `lang` if its name is in another language than the page. */
export const renderOption = (value: string, name: string, lang?: string): string =>
  `<option value="${escapeHtml(value)}"${lang ? ` lang="${escapeHtml(lang)}"` : ''}>${escapeHtml(name)}</option>`

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
