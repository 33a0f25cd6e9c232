/**
 * Sets an element's `style` option as rules of the frame's style sheet, through the CSSOM: no style
 * text is parsed.
 */

const PROPERTIES = [
  'backgroundColor',
  'color',
  'fontFamily',
  'fontSize',
  'fontSmoothing',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'padding',
  'textAlign',
  'textDecoration',
  'textShadow',
  'textTransform',
]
const PARTS = [':hover', ':focus', '::placeholder', '::selection', ':-webkit-autofill', ':disabled']
const VARIANTS = { base: '', complete: '.is-complete', empty: '.is-empty', invalid: '.is-invalid' }

function toCssName(property) {
  if (property === 'fontSmoothing') return '-webkit-font-smoothing'
  return property.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}

function addRule(sheet, selector, properties) {
  const index = sheet.insertRule(`${selector} {}`, sheet.cssRules.length)
  const { style } = sheet.cssRules[index]
  for (const property of PROPERTIES) {
    if (properties[property]) style.setProperty(toCssName(property), properties[property])
  }
}

export function buildStyleSheet(style = {}) {
  const sheet = new CSSStyleSheet()
  for (const [variant, selector] of Object.entries(VARIANTS)) {
    const properties = style[variant] ?? {}
    addRule(sheet, `input${selector}`, properties)
    for (const part of PARTS) {
      if (properties[part]) addRule(sheet, `input${selector}${part}`, properties[part])
    }
  }
  return sheet
}
