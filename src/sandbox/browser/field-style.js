/**
 * Sets an element's `style` option as rules of the frame's style sheet, through the CSSOM: no style
 * text is parsed.
 */

const VARIANTS = { base: '', complete: '.is-complete', empty: '.is-empty', invalid: '.is-invalid' }

const toCssName = property => property.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** Nested properties are for a part of the input, such as `::placeholder`. */
function addRule(sheet, selector, properties) {
  const index = sheet.insertRule(`${selector} {}`, sheet.cssRules.length)
  const { style } = sheet.cssRules[index]
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'string') style.setProperty(toCssName(name), value)
    else addRule(sheet, selector + name, value)
  }
}

export function buildStyleSheet(style = {}) {
  const sheet = new CSSStyleSheet()
  for (const [variant, selector] of Object.entries(VARIANTS))
    addRule(sheet, `input${selector}`, style[variant] ?? {})
  return sheet
}
